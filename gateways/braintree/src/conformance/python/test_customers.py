import unittest

from merchant import gateway


class Customers(unittest.TestCase):
    def setUp(self):
        self.gateway = gateway()

    def test_custom_fields_are_stored_and_passed_back(self):
        result = self.gateway.customer.create(
            {"first_name": "Ann", "last_name": "Lee", "email": "ann@example.com", "custom_fields": {"referral_coupon": "ANNSCODE"}}
        )
        self.assertTrue(result.is_success)
        found = self.gateway.customer.find(result.customer.id)
        self.assertEqual("ANNSCODE", found.custom_fields["referral_coupon"])
        self.assertEqual("Ann", found.first_name)
        self.assertEqual("ann@example.com", found.email)

    def test_an_unknown_custom_field_is_refused(self):
        result = self.gateway.customer.create({"custom_fields": {"nobody_knows": "it"}})
        self.assertFalse(result.is_success)
        [error] = result.errors.for_object("customer").on("custom_fields")
        self.assertEqual("91602", error.code)
        self.assertEqual("Custom field is invalid: nobody_knows.", error.message)

    def test_an_update_keeps_what_it_does_not_name(self):
        customer = self.gateway.customer.create({"first_name": "Ann", "company": "Lee & Sons <Ltd>"}).customer
        result = self.gateway.customer.update(customer.id, {"first_name": "Anna"})
        self.assertTrue(result.is_success)
        found = self.gateway.customer.find(customer.id)
        self.assertEqual(("Anna", "Lee & Sons <Ltd>"), (found.first_name, found.company))

    def test_a_search_finds_by_email_and_a_deleted_one_is_gone(self):
        from braintree import CustomerSearch

        customer = self.gateway.customer.create({"email": "find.me@example.com"}).customer
        found = self.gateway.customer.search(CustomerSearch.email == "find.me@example.com")
        self.assertEqual([customer.id], [each.id for each in found.items])
        self.gateway.customer.delete(customer.id)
        found = self.gateway.customer.search(CustomerSearch.email == "find.me@example.com")
        self.assertEqual([], [each.id for each in found.items])

    def test_a_customer_comes_with_a_card_from_a_nonce(self):
        result = self.gateway.customer.create({"payment_method_nonce": "fake-valid-nonce"})
        self.assertTrue(result.is_success)
        [card] = result.customer.credit_cards
        self.assertEqual("1111", card.last_4)
        self.assertTrue(card.default)


if __name__ == "__main__":
    unittest.main()
