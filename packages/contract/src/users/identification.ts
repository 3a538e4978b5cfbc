import { Type } from 'typebox'
import { accountId, paymentProviderId, subscriptionStatus, userId } from '../frame/values.ts'
import { signedDeviceId } from './evidence.ts'

const looseText = (description: string, maxLength: number) => Type.String({ maxLength, description })

/** The language of a page; an invalid tag counts as absent. */
export const pageLocale = Type.Optional(looseText('Language of the page, such as `de-AT`.', 64))

/** A field that counts as absent when it is empty, as in a form. */
const formField = (format: 'email-field' | 'name-field', description: string) =>
  Type.String({ format, description: `${description} An empty string counts as absent.` })

export const signedToken = Type.Optional(
  looseText(
    'The user’s fields as a JSON Web Token (HS256), signed by your server with the signing key. Can be sent as `Authorization: Bearer` instead.',
    8192,
  ),
)

/** A page's identification of its user: the object of the script’s `init` command, and its signature. */
export const Identification = Type.Object(
  {
    account_id: accountId(),
    user_id: userId(),
    payment_provider_id: Type.Optional(
      paymentProviderId(
        'The ID of the customer at your payment processor. Unverified until your server sends it as well.',
      ),
    ),
    email: Type.Optional(formField('email-field', 'The user’s e-mail address, at most 256 characters.')),
    first_name: Type.Optional(formField('name-field', 'First name.')),
    last_name: Type.Optional(formField('name-field', 'Last name.')),
    locale: pageLocale,
    // Codes are not validated here: with an invalid code the user is identified but not attributed.
    referral_code: Type.Optional(
      looseText(
        'The referral code the user arrived with. Attributes the account if it is the account’s first code.',
        1024,
      ),
    ),
    cookie_referral_code: Type.Optional(
      looseText('The value of the tracking cookie. Used only if `referral_code` is absent.', 1024),
    ),
    account_status: Type.Optional(
      subscriptionStatus(
        '`PAID` converts the referral. Ignored if a payment processor is connected; omit it then.',
      ),
    ),
    device_id: signedDeviceId,
    jwt: signedToken,
  },
  { title: 'Identification' },
)
