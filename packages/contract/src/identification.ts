import { Type } from 'typebox'
import { accountId, paymentProviderId, subscriptionStatus, userId } from './values.ts'

const looseText = (description: string, maxLength: number) => Type.String({ maxLength, description })

/** As a form gives it: an empty field says nothing. */
const formField = (format: 'email-field' | 'name-field', description: string) =>
  Type.String({ format, description: `${description} Empty is as good as absent.` })

/** What a page says of its user: the object of the script’s `init` command, and what signs it. */
export const Identification = Type.Object(
  {
    account_id: accountId(),
    user_id: userId(),
    payment_provider_id: Type.Optional(
      paymentProviderId(
        'The id of the customer at your payment processor; a claim until your server confirms it.',
      ),
    ),
    email: Type.Optional(formField('email-field', 'The user’s e-mail address, at most 256 characters.')),
    first_name: Type.Optional(formField('name-field', 'First name.')),
    last_name: Type.Optional(formField('name-field', 'Last name.')),
    locale: Type.Optional(looseText('Language of the page, such as `de-AT`.', 64)),
    // No rule for codes here: whatever does not work leaves a person identified and not attributed.
    referral_code: Type.Optional(
      looseText('The code that the user came with; attributes when it is the first for the account.', 1024),
    ),
    cookie_referral_code: Type.Optional(
      looseText('What the script found in the tracking cookie; counts only without `referral_code`.', 1024),
    ),
    account_status: Type.Optional(
      subscriptionStatus(
        '`PAID` converts, unless a payment processor is connected. Leave it out when one is.',
      ),
    ),
    jwt: Type.Optional(
      looseText(
        'The user’s fields as a JSON Web Token (HS256) that your server signed with the signing key; may come as `Authorization: Bearer` as well.',
        8192,
      ),
    ),
  },
  { title: 'Identification' },
)
