import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { ShareLinks } from '../user.ts'
import { accountId, nullable, paymentProviderId, subscriptionStatus, userId } from '../values.ts'

const looseText = (description: string, maxLength: number) => Type.String({ maxLength, description })

/** As a form gives it: an empty field says nothing. */
const formField = (format: 'email-field' | 'name-field', description: string) =>
  Type.String({ format, description: `${description} Empty is as good as absent.` })

const Identification = Type.Object(
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
    jwt: Type.Optional(looseText('The user’s fields, signed by your server with the signing key.', 8192)),
    checksum: Type.Optional(looseText('Signature over the other fields, as an alternative to `jwt`.', 256)),
  },
  { title: 'Identification' },
)

export const identify = endpoint({
  name: 'identify',
  tag: 'Browser',
  method: 'POST',
  path: '/open/identify',
  summary: 'Identify a user in the browser',
  description:
    'What the script’s `init` command calls. Makes the user and the account known, attributes and converts by the rules of the program. Takes no API key. The answer to an unsigned call is the same for every outcome.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Identification,
  success: {
    200: Type.Object(
      {
        accountId: Type.String({ description: 'Your id of the account.' }),
        userId: Type.String({ description: 'Your id of the user.' }),
        referralCode: Type.String({ description: 'The code that the user shares, upper case.' }),
        shareLinks: ShareLinks,
        attributed: Type.Optional(
          Type.Boolean({ description: 'Whether the account is referred; only for a signed call.' }),
        ),
        reason: Type.Optional(
          nullable(Type.String({ description: 'Machine-readable reason; only for a signed call.' })),
        ),
      },
      { title: 'Identified' },
    ),
  },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: {
      account_id: 'acct_bob',
      user_id: 'user_bob',
      email: 'bob@example.com',
      first_name: 'Bob',
    },
    answer: {
      accountId: 'acct_bob',
      userId: 'user_bob',
      referralCode: exampleUser.referralCode,
      shareLinks: exampleUser.shareLinks,
    },
  },
})
