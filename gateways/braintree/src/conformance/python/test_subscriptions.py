import unittest
from decimal import Decimal

from braintree import Subscription, SubscriptionSearch
from merchant import customer_with_card, gateway


class Subscriptions(unittest.TestCase):
    def setUp(self):
        self.gateway = gateway()
        self.token = customer_with_card(self.gateway)

    def subscribe(self, **more):
        result = self.gateway.subscription.create({"payment_method_token": self.token, "plan_id": "monthly", **more})
        self.assertTrue(result.is_success, getattr(result, "message", ""))
        return result.subscription

    def test_the_first_bill_is_paid_at_once(self):
        subscription = self.subscribe()
        self.assertEqual(Subscription.Status.Active, subscription.status)
        self.assertEqual(Decimal("30.00"), subscription.price)
        [transaction] = subscription.transactions
        self.assertEqual(Decimal("30.00"), transaction.amount)
        self.assertEqual("submitted_for_settlement", transaction.status)
        self.assertEqual(subscription.id, transaction.subscription_id)

    def test_a_discount_is_inherited_updated_and_removed(self):
        subscription = self.subscribe(
            discounts={"add": [{"inherited_from_id": "referral_discount", "amount": Decimal("3.00"), "never_expires": True}]}
        )
        [discount] = subscription.discounts
        self.assertEqual(("referral_discount", Decimal("3.00")), (discount.id, discount.amount))
        self.assertEqual(Decimal("27.00"), subscription.transactions[0].amount)
        result = self.gateway.subscription.update(
            subscription.id,
            {
                "options": {"prorate_charges": False},
                "discounts": {"update": [{"existing_id": "referral_discount", "amount": Decimal("6.00")}]},
            },
        )
        self.assertTrue(result.is_success, getattr(result, "message", ""))
        self.assertEqual(Decimal("24.00"), result.subscription.next_billing_period_amount)
        result = self.gateway.subscription.update(
            subscription.id, {"options": {"prorate_charges": False}, "discounts": {"remove": ["referral_discount"]}}
        )
        self.assertTrue(result.is_success, getattr(result, "message", ""))
        self.assertEqual([], result.subscription.discounts)

    def test_a_discount_is_attached_once(self):
        subscription = self.subscribe(discounts={"add": [{"inherited_from_id": "referral_discount"}]})
        result = self.gateway.subscription.update(
            subscription.id, {"discounts": {"add": [{"inherited_from_id": "referral_discount"}]}}
        )
        self.assertFalse(result.is_success)
        self.assertIn("91911", [error.code for error in result.errors.deep_errors])

    def test_an_unknown_plan_is_refused_with_its_code(self):
        result = self.gateway.subscription.create({"payment_method_token": self.token, "plan_id": "nobodys"})
        self.assertFalse(result.is_success)
        self.assertEqual("91904", result.errors.for_object("subscription").on("plan_id")[0].code)

    def test_modifications_that_are_wrong_are_told_one_by_one(self):
        result = self.gateway.subscription.create(
            {
                "payment_method_token": self.token,
                "plan_id": "monthly",
                "discounts": {"add": [{"inherited_from_id": "referral_discount", "quantity": -1}]},
            }
        )
        self.assertFalse(result.is_success)
        errors = result.errors.for_object("subscription").for_object("discounts").for_object("add").for_index(0)
        self.assertEqual("92001", errors.on("quantity")[0].code)

    def test_a_cancelled_one_stays_cancelled(self):
        subscription = self.subscribe()
        self.assertEqual(Subscription.Status.Canceled, self.gateway.subscription.cancel(subscription.id).subscription.status)
        result = self.gateway.subscription.cancel(subscription.id)
        self.assertFalse(result.is_success)
        self.assertEqual("81905", result.errors.for_object("subscription").on("status")[0].code)

    def test_a_search_finds_by_plan_and_status(self):
        subscription = self.subscribe(id="to_be_found")
        found = self.gateway.subscription.search(
            SubscriptionSearch.plan_id == "monthly",
            SubscriptionSearch.status.in_list(Subscription.Status.Active),
            SubscriptionSearch.id == subscription.id,
        )
        self.assertEqual(["to_be_found"], [each.id for each in found.items])

    def test_one_with_a_trial_has_not_paid_yet(self):
        subscription = self.subscribe(trial_period=True, trial_duration=1, trial_duration_unit="month")
        self.assertEqual([], subscription.transactions)
        self.assertEqual(0, subscription.current_billing_cycle)
        self.assertIsNone(subscription.billing_period_start_date)


if __name__ == "__main__":
    unittest.main()
