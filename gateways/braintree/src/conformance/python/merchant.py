"""The merchant of a sandbox, as a program of theirs would configure the official SDK."""

import os

import braintree

PORT = os.environ["SANDBOX_PORT"]


def gateway():
    environment = braintree.Environment(
        "sandbox here", "127.0.0.1", PORT, "http://127.0.0.1:" + PORT, False, None, "127.0.0.1", PORT
    )
    return braintree.BraintreeGateway(
        braintree.Configuration(
            environment=environment,
            merchant_id=os.environ["SANDBOX_MERCHANT"],
            public_key=os.environ["SANDBOX_PUBLIC_KEY"],
            private_key=os.environ["SANDBOX_PRIVATE_KEY"],
        )
    )


def customer_with_card(gateway, number="4111111111111111"):
    """The token of a card in the vault."""
    result = gateway.customer.create(
        {"first_name": "Ann", "credit_card": {"number": number, "expiration_date": "05/2031", "cvv": "100"}}
    )
    assert result.is_success, result
    return result.customer.credit_cards[0].token
