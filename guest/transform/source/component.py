"""The component: the world `transform` of `wit/transform.wit`."""

# What code may import has to be imported here: when it runs there are no files.
import modules  # noqa: F401
from componentize_py_types import Err, Ok
from pyxsd_transform import frozen, running, stdlib, xpath
from wit_world import exports
from wit_world.exports import transformation
from wit_world.imports import snapshots


def _ask(document, expression, namespaces):
    try:
        items = snapshots.xpath(document, expression, namespaces)
    except Err as error:
        raise xpath.QueryError(error.value.code, error.value.message) from None
    return [_item(item.value) for item in items]


def _item(item):
    if isinstance(item, snapshots.Atomic):
        return xpath.Atomic(item.type_name, item.value)
    path = [xpath.Step(step.name, step.index) for step in item.path]
    return xpath.Node(item.kind.name.lower().replace("_", "-"), path, item.name, item.value)


def _failure(failed):
    if failed.kind == "raised":
        return transformation.Failure_Raised(transformation.Error(failed.type_name, failed.message, failed.line))
    kinds = {
        "wrong-result": transformation.Failure_WrongResult,
        "exited": transformation.Failure_Exited,
        "invalid-request": transformation.Failure_InvalidRequest,
    }
    return kinds[failed.kind](failed.message)


class Transformation(exports.Transformation):
    def check(self, code, entry):
        try:
            running.compiled(code, entry)
        except running.Failed as failed:
            raise Err(_failure(failed)) from None

    def run(self, request):
        run = running.Run(request.output_bytes)
        try:
            return self._run(run, request)
        except:  # noqa: E722
            # Code can break what stands around it, and the names of exceptions, but not this.
            run.settle()
            error = transformation.Error("BaseException", "the code raised an error of which nothing can be told", None)
            return transformation.Outcome(Err(transformation.Failure_Raised(error)), [], "", False)

    def _run(self, run, request):
        try:
            data, warnings = run.run(
                request.document,
                request.node_table,
                request.code,
                request.entry,
                request.arguments,
                request.facts,
                request.now,
            )
            result = Ok(transformation.Changed(data, [running.text_of(line) for line in warnings]))
        except running.Failed as failed:
            result = Err(_failure(failed))
        checkpoints = [transformation.Checkpoint(name, data) for name, data in run.checkpoints]
        return transformation.Outcome(result, checkpoints, run.output, run.output_cut)


xpath.ask = _ask
stdlib.join()
frozen.close()
frozen.close_imports()
