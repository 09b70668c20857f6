//! The protocol's requests.

use super::instructions::INSTRUCTIONS;
use super::tools::{self, Run, ToolEntry};
use super::transport::Underway;
use super::{prompts, resources, skills};
use crate::audit::{self, Notes, Observation};
use crate::envelope::{Reply, fault_envelope};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::operations::progress::Progress;
use crate::operations::spill;
use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestParams, GetSkillResult, Implementation, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How long a client may keep a list, in milliseconds; none changes while the server runs.
const LIST_TTL_MS: u64 = 3_600_000;

/// Answers requests; one for each connection.
#[derive(Debug, Clone)]
pub struct Handler {
    host: Arc<Host>,
    tools: Arc<Vec<Tool>>,
}

/// A call of a tool.
#[derive(Debug, Default)]
struct Call {
    arguments: JsonObject,
    cancel: CancellationToken,
    progress: Progress,
    notes: Notes,
}

impl Handler {
    /// A handler for this host.
    pub fn new(host: Arc<Host>) -> Handler {
        let tools = tools::enabled(&host.settings.groups).map(|tool| tool.to_tool(&host.settings.limits)).collect();
        Handler { host, tools: Arc::new(tools) }
    }

    /// Runs a tool apart, so that neither its computation nor a panic of it touches the server's own tasks.
    async fn run(&self, tool: &'static ToolEntry, call: Call) -> Outcome<Reply> {
        let Call { arguments, cancel, progress, notes } = call;
        let host = Arc::clone(&self.host);
        let scope = notes.clone();
        let mut work = tokio::spawn(async move {
            let operation = async move {
                let reply = match tool.run {
                    Run::Blocking(run) => {
                        let host = Arc::clone(&host);
                        let work = move || notes.within_sync(|| run(&host, arguments));
                        tokio::task::spawn_blocking(work).await.map_err(Fault::internal)??
                    }
                    Run::Async(run) => run(Arc::clone(&host), arguments).await?,
                    Run::Long(run) => run(Arc::clone(&host), arguments, progress).await?,
                };
                spill::fitted(&host, reply).await
            };
            scope.within(operation).await
        });
        tokio::select! {
            biased;
            () = cancel.cancelled() => {
                // Dropping the operation stops its worker.
                work.abort();
                Err(Fault::new(FaultCode::Cancelled, "The operation was cancelled."))
            }
            outcome = &mut work => outcome.unwrap_or_else(|cause| Err(Fault::internal(cause))),
        }
    }
}

/// Every list has one page, so there are no cursors.
fn one_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(cursor) => {
            let message = "The list has one page; there is no cursor.";
            Err(ErrorData::invalid_params(message, Some(json!({ "cursor": cursor }))))
        }
        None => Ok(()),
    }
}

/// Room for what the envelope of a fault has around it.
const AROUND_A_FAULT: u64 = 64;

fn to_result(outcome: Outcome<Reply>, result_bytes: u64) -> CallToolResult {
    match outcome {
        Ok(reply) => CallToolResult::structured(reply.to_json()),
        Err(fault) => {
            let room = usize::try_from(result_bytes.saturating_sub(AROUND_A_FAULT)).unwrap_or(usize::MAX);
            CallToolResult::structured_error(fault_envelope(&fault.fitted(room)))
        }
    }
}

impl rmcp::ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let mut implementation = Implementation::new("pyxsd-mcp", env!("CARGO_PKG_VERSION"));
        implementation.title = Some("XML and XML Schema, sandboxed".to_owned());
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().enable_skills().build();
        ServerConfig::new(capabilities).with_server_info(implementation).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        one_page(request)?;
        self.host.want_worker();
        let mut result = ListToolsResult::with_all_items(self.tools.as_ref().clone());
        (result.ttl_ms, result.cache_scope) = lifetime(&context, LIST_TTL_MS, CacheScope::Public);
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = tools::enabled(&self.host.settings.groups)
            .find(|tool| tool.name == request.name)
            .ok_or_else(|| ErrorData::invalid_params(format!("Unknown tool: {}", request.name), None))?;
        self.host.want_worker();
        let observation = Observation::begin(&self.host.audit, tool.name);
        let underway = context.extensions.get::<Underway>();
        let told = underway.zip(context.meta.get_progress_token());
        let call = Call {
            arguments: request.arguments.unwrap_or_default(),
            cancel: underway.map_or_else(|| context.ct.clone(), |underway| underway.cancel.clone()),
            progress: told.map_or_else(Progress::default, |(underway, token)| underway.progress.clone().of(token)),
            notes: observation.notes().clone(),
        };
        let outcome = self.run(tool, call).await;
        observation.finish(&outcome);
        Ok(to_result(outcome, self.host.settings.limits.result_bytes).into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        one_page(request)?;
        let mut result = ListResourcesResult::with_all_items(resources::list());
        (result.ttl_ms, result.cache_scope) = lifetime(&context, LIST_TTL_MS, CacheScope::Public);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        one_page(request)?;
        let mut result = ListResourceTemplatesResult::with_all_items(resources::templates());
        (result.ttl_ms, result.cache_scope) = lifetime(&context, LIST_TTL_MS, CacheScope::Public);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let host = Arc::clone(&self.host);
        let observation = Observation::begin(&host.audit, "resources/read");
        let (uri, notes) = (request.uri.clone(), observation.notes().clone());
        let read = tokio::task::spawn_blocking(move || notes.within_sync(|| resources::read(&host, &uri))).await;
        let read = read.unwrap_or_else(|cause| Err(Fault::internal(cause)));
        observation.finish_with(read.as_ref().map_or_else(|fault| fault.code.name(), |_| audit::OK));
        let contents = read.map_err(|fault| resources::to_error(&request.uri, &fault))?;
        let mut result = ReadResourceResult::new(vec![contents]);
        (result.ttl_ms, result.cache_scope) = match crate::skills::at(&request.uri) {
            Some(_) => lifetime(&context, skills::TTL_MS, CacheScope::Public),
            // An artifact can be deleted at any moment.
            None => lifetime(&context, 0, CacheScope::Private),
        };
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        one_page(request)?;
        let mut result = ListPromptsResult::with_all_items(prompts::list());
        (result.ttl_ms, result.cache_scope) = lifetime(&context, LIST_TTL_MS, CacheScope::Public);
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request.name, request.arguments).map(GetPromptResponse::from)
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        one_page(request)?;
        let mut result = ListSkillsResult::with_all_items(skills::list());
        (result.ttl_ms, result.cache_scope) = lifetime(&context, skills::TTL_MS, CacheScope::Public);
        Ok(result)
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        let mut result = GetSkillResult::new(skills::get(&request.uri)?);
        (result.ttl_ms, result.cache_scope) = lifetime(&context, skills::TTL_MS, CacheScope::Public);
        Ok(result)
    }
}

/// How long a result holds and for whom, for a client of a version that wants to be told. Older ones do not know of it.
fn lifetime(context: &RequestContext<RoleServer>, ttl_ms: u64, scope: CacheScope) -> (Option<u64>, Option<CacheScope>) {
    match context.protocol_version() {
        Some(version) if !version.has_initialize() => (Some(ttl_ms), Some(scope)),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::settings::{Execution, Settings, StateSetting};

    fn handler() -> Handler {
        let settings = Settings {
            project_root: "/".into(),
            state: StateSetting::Temporary,
            source_root: None,
            execution: Execution::Disabled,
            groups: vec!["core"],
            limits: Arc::new(Limits::default()),
        };
        Handler::new(Arc::new(Host::new(settings, Vec::new())))
    }

    #[tokio::test]
    async fn a_panic_is_answered_and_its_payload_is_not() {
        let outcome = handler().run(&tools::DEFECTIVE, Call::default()).await;
        let fault = outcome.unwrap_err();
        assert_eq!(fault.code, FaultCode::Internal);
        assert!(!fault.to_json().to_string().contains("secret"));
    }

    #[tokio::test]
    async fn a_cancelled_call_ends_as_cancelled() {
        let cancel = CancellationToken::new();
        cancel.cancel();
        let tool = tools::TOOLS.iter().find(|tool| tool.name == "pyxsd_validate_document").unwrap();
        let fault = handler().run(tool, Call { cancel, ..Call::default() }).await.unwrap_err();
        assert_eq!(fault.code, FaultCode::Cancelled);
    }
}
