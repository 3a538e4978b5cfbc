import unittest
from urllib.parse import parse_qs, urlsplit

import braintree.transparent_redirect_gateway
import requests
from braintree.exceptions.authentication_error import AuthenticationError
from merchant import gateway

# The SDK asks a module for it that Python has moved it out of.
braintree.transparent_redirect_gateway.cgi.parse_qs = parse_qs


class TransparentRedirect(unittest.TestCase):
    def setUp(self):
        self.gateway = gateway()

    def post(self, data, form):
        answer = requests.post(
            self.gateway.transparent_redirect.url(), data={"tr_data": data, **form}, allow_redirects=False, timeout=60
        )
        self.assertEqual(303, answer.status_code)
        self.assertTrue(answer.headers["Location"].startswith("http://127.0.0.1/after?"))
        return urlsplit(answer.headers["Location"]).query

    def test_a_form_makes_a_customer_with_the_coupon(self):
        data = self.gateway.customer.tr_data_for_create({"customer": {"first_name": "Ann"}}, "http://127.0.0.1/after")
        query = self.post(
            data,
            {
                "customer[last_name]": "Lee",
                "customer[custom_fields][referral_coupon]": "ANNSCODE",
                "customer[credit_card][number]": "4111111111111111",
                "customer[credit_card][expiration_date]": "05/2031",
            },
        )
        result = self.gateway.transparent_redirect.confirm(query)
        self.assertTrue(result.is_success, getattr(result, "message", ""))
        found = self.gateway.customer.find(result.customer.id)
        self.assertEqual(("Ann", "Lee"), (found.first_name, found.last_name))
        self.assertEqual("ANNSCODE", found.custom_fields["referral_coupon"])
        self.assertEqual("1111", found.credit_cards[0].last_4)

    def test_what_a_browser_changed_of_the_signed_part_is_refused(self):
        data = self.gateway.customer.tr_data_for_create({"customer": {"first_name": "Ann"}}, "http://127.0.0.1/after")
        query = self.post(data.replace("Ann", "Bob"), {})
        with self.assertRaises(AuthenticationError):
            self.gateway.transparent_redirect.confirm(query)



if __name__ == "__main__":
    unittest.main()
