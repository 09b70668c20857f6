from decimal import ROUND_HALF_EVEN, Decimal

METRES_OF_A_FOOT = Decimal("0.3048")


def transform(document, context):
    for elevation in document.iter("{urn:example:track}elevation"):
        # The schema supplies "ft" where no unit is written.
        if elevation.attributes["unit"].value == "ft":
            metres = elevation.value * METRES_OF_A_FOOT
            elevation.value = metres.quantize(Decimal("0.01"), ROUND_HALF_EVEN)
        elevation.unset("unit")
