import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'

const record = Type.Record(Type.String(), Type.Unknown())
const records = (description: string) => Type.Array(record, { description })

/** All stored data about a person, by kind, with all fields of each record. */
export const UserData = Type.Object(
  {
    accountId: Type.String({ description: 'Your ID of the account.' }),
    userId: Type.String({ description: 'Your ID of the user.' }),
    isOnlyUser: Type.Boolean({
      description:
        'Whether the account has no other users. Otherwise what belongs to the account as a whole, such as its rewards and its customer at the payment processor, may concern the others too.',
    }),
    user: records('The user.'),
    account: records('The account.'),
    codes: records('Every referral code that the user was ever given.'),
    formerCodes: records(
      'Codes of an earlier product, as they were written there and in upper case; links with them lead to the user.',
    ),
    referral: records('The referral that brought the account.'),
    referrals: records('The referrals that the user made.'),
    rewards: records('The rewards of the user, and those of the account as a whole.'),
    ledger: records('The ledger entries of these rewards.'),
    balances: records('Closing balances of the account.'),
    redemptions: records('The redemptions of the account.'),
    events: records('The events of the account that concern the user or no particular user.'),
    clicks: records('When and where links of the user were followed. Nothing about the visitors.'),
    evidence: records(
      'What fraud rules compare with other accounts: kinds and dates of cards, devices, networks and mail domains. Only hashes of them are kept.',
    ),
    processorCustomers: records('The customer at the payment processor that the account is linked with.'),
    processorSubscriptions: records('The subscriptions of this customer.'),
    creditReservations: records('Credit reserved for bills of these subscriptions.'),
    notifications: records('Raw notifications of the payment processor about this customer or the user.'),
    idempotentAnswers: records('Stored responses to requests with an `Idempotency-Key` about the user.'),
    mails: records('E-mails to the user. Their content is rendered when `GET mails/{id}` reads it.'),
    invitations: records(
      'The friends whom the user had invited by e-mail. The addresses are kept for 30 days.',
    ),
    exports: records('Exported files that are kept and may contain the user; their content is not included.'),
    deliveries: records(
      'Deliveries of these events to webhook receivers. What was sent is rendered when a delivery is read.',
    ),
    readable: Type.Optional(
      Type.Array(
        Type.Object({
          title: Type.String({ description: 'What the records are, such as “Profile”.' }),
          about: Type.String({ description: 'What they say, in a sentence.' }),
          records: records('The records of this response, with labels in words and times in ISO 8601.'),
        }),
        {
          description:
            'The same records for the person to read, with `readable=true`; only those kinds that have any.',
        },
      ),
    ),
    nextCursor: nullable(
      Type.String({ description: 'Pass it as `cursor` to retrieve the rest; null when this is all.' }),
    ),
  },
  {
    title: 'UserData',
    description:
      'What is stored about a person, by kind. A response has at most `limit` records; `nextCursor` leads to the rest.',
  },
)
export type UserData = ShapeOf<typeof UserData>
