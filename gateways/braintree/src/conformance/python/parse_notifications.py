"""Reads notifications (a JSON list of {signature, payload}) and writes what the SDK understood of each."""

import json
import sys

from merchant import gateway

sandbox = gateway()


def understood(notification):
    parsed = sandbox.webhook_notification.parse(notification["signature"], notification["payload"])
    subscription = getattr(parsed, "subscription", None)
    return {
        "kind": parsed.kind,
        "timestamp": parsed.timestamp.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "subscription": None
        if subscription is None
        else {
            "id": subscription.id,
            "status": subscription.status,
            "price": str(subscription.price),
            "balance": str(subscription.balance),
            "discounts": [str(each.amount) for each in subscription.discounts],
            "transactions": [str(each.amount) for each in subscription.transactions],
        },
    }


json.dump([understood(each) for each in json.load(sys.stdin)], sys.stdout)
