import unittest
from decimal import Decimal

from merchant import gateway


class Discounts(unittest.TestCase):
    def setUp(self):
        self.gateway = gateway()

    def test_discounts_are_listed(self):
        discounts = {each.id: each for each in self.gateway.discount.all()}
        self.assertEqual(Decimal("1.00"), discounts["referral_discount"].amount)
        self.assertTrue(discounts["referral_discount"].never_expires)

    def test_plans_are_listed_with_their_price(self):
        plans = {each.id: each for each in self.gateway.plan.all()}
        self.assertEqual(Decimal("30.00"), Decimal(plans["monthly"].price))
        self.assertEqual(1, plans["monthly"].billing_frequency)


if __name__ == "__main__":
    unittest.main()
