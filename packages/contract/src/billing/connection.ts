import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'
import {
  callBudget,
  DEFAULT_CALL_BUDGET,
  environment,
  merchantId,
  processor,
} from './connection-credentials.ts'

const connectionStates = ['ACTIVE', 'INCOMPLETE', 'BROKEN'] as const
const setupItems = ['CUSTOM_FIELD', 'DISCOUNT', 'PERMISSION', 'PROMOTION_CODE', 'WEBHOOK'] as const

const SetupFinding = Type.Object(
  {
    item: Type.Enum([...setupItems], { description: 'What it is about.' }),
    name: Type.String({ description: 'Name of the field, discount or permission at the processor.' }),
    message: Type.String({ description: 'What to do about it.' }),
  },
  { title: 'SetupFinding', description: 'Something about the set-up at the payment processor.' },
)

const NotificationKind = Type.Object(
  {
    kind: Type.String({ description: 'Kind of notification, as the processor calls it.' }),
    dateLastSeen: nullable(time('When one was last received; null if never.')),
  },
  { title: 'NotificationKind', description: 'A kind of notification of the payment processor.' },
)

const ConnectionError = Type.Object(
  {
    code: Type.String({ description: 'Kind of error.' }),
    message: Type.String({ description: 'What went wrong and what to do about it.' }),
    date: time('When it occurred.'),
  },
  { title: 'ConnectionError', description: 'The last error of a call to the payment processor.' },
)

const ConnectionRemoval = Type.Object(
  {
    discountsLeft: Type.Integer({
      minimum: 0,
      description:
        'Number of live subscriptions whose discount is not removed yet, counted up to 100,000. 0 where discounts stay.',
    }),
    discountsStuck: Type.Integer({
      minimum: 0,
      description:
        'How many of them cannot be changed for now: `GET discounts` has them as `WAITING` or `FAILED`, with the reason.',
    }),
    dateRequested: time('When the removal was requested.'),
  },
  {
    title: 'ConnectionRemoval',
    description:
      'What is ended at the processor before the connection is removed: referral discounts, unless they stay, and promotion codes.',
  },
)

const DashboardLinks = Type.Object(
  {
    customer: link('a customer, by its ID'),
    subscription: link('a subscription, by its ID'),
    payment: link('a payment, by its ID'),
  },
  {
    title: 'DashboardLinks',
    description:
      'Pages of the payment processor, where staff of the merchant can sign in. Put an ID, percent-encoded, in the place of `{id}`.',
  },
)

function link(page: string) {
  return Type.String({
    description: `The page of ${page}.`,
    examples: ['https://sandbox.braintreegateway.com/merchants/a1b2c3d4e5f6g7h8/customers/{id}'],
  })
}

export const Connection = Type.Object(
  {
    processor,
    environment,
    merchantId,
    publicKey: nullable(
      Type.String({
        description: 'Public key of the API key pair; null if all keys of the processor are secret.',
        examples: ['q7w8e9r0t1y2u3i4'],
      }),
    ),
    state: Type.Enum([...connectionStates], {
      description:
        '`INCOMPLETE` if `missingSetup` has an entry, such as a permission that the processor refused a call for, `BROKEN` if the processor rejects the credentials or the stored key cannot be decrypted.',
    }),
    dashboardLinks: nullable(DashboardLinks),
    webhookUrl: nullable(
      Type.String({
        description:
          'Create a webhook with this URL at the processor. The URL contains a secret token: it is null for a caller without the scope `admin`.',
      }),
    ),
    clockUrl: nullable(
      Type.String({
        description:
          'For the barrier of a local gateway; null for live programs. Contains the same token, so it is null for a caller without the scope `admin`.',
      }),
    ),
    missingSetup: Type.Array(SetupFinding, {
      description:
        'What is missing at the processor, as of the last check. `WEBHOOK` is missing until the first notification arrives, and does not keep the program from being turned on.',
    }),
    setupWarnings: Type.Array(SetupFinding, {
      description:
        'What differs from the recommended set-up, as of the last check, and does not keep discounts from working.',
    }),
    notificationKinds: Type.Array(NotificationKind, {
      description: 'The kinds of notifications that the service uses, and others that were received.',
    }),
    dateLastNotification: nullable(time('When the last notification was received; null if never.')),
    dateLastCall: nullable(time('When the processor was last called, accurate to a minute; null if never.')),
    lastError: nullable(ConnectionError),
    dateConnected: time('When the merchant was connected.'),
    removal: nullable(ConnectionRemoval),
    dailyCallBudget: Type.Integer(callBudget),
    callsToday: Type.Integer({
      minimum: 0,
      description:
        'Calls to the processor on this day, of the same clock; those of the last minute may be missing.',
    }),
  },
  { title: 'Connection', description: 'The connection of a program to a payment processor.' },
)
export type Connection = ShapeOf<typeof Connection>

export const RemovedConnection = Type.Object(
  {
    processor,
    merchantId,
    state: Type.Enum(['REMOVED', 'REMOVING'], {
      description:
        '`REMOVING` while discounts are removed, or promotion codes end; the keys are deleted after them.',
    }),
    discountsLeft: Type.Integer({
      minimum: 0,
      description:
        'Number of live subscriptions at the processor that still have a referral discount, counted up to 100,000.',
    }),
  },
  { title: 'RemovedConnection', description: 'A connection that was removed, or is being removed.' },
)
export type RemovedConnection = ShapeOf<typeof RemovedConnection>

const CHECKED = 1_783_500_000_000

const exampleWebhook =
  'https://goodword.example.com/hooks/test_acme/kT3vQ0mD8sYx1nZb5cR7wLfHj2uGpA9eViO4tKqEyXM'

const exampleDashboard = 'https://sandbox.braintreegateway.com/merchants/a1b2c3d4e5f6g7h8'

export const exampleConnection: Connection = {
  processor: 'braintree',
  environment: 'sandbox',
  merchantId: 'a1b2c3d4e5f6g7h8',
  publicKey: 'q7w8e9r0t1y2u3i4',
  state: 'INCOMPLETE',
  dashboardLinks: {
    customer: `${exampleDashboard}/customers/{id}`,
    subscription: `${exampleDashboard}/subscriptions/{id}`,
    payment: `${exampleDashboard}/transactions/{id}`,
  },
  webhookUrl: exampleWebhook,
  clockUrl: `${exampleWebhook}/clock`,
  missingSetup: [
    {
      item: 'CUSTOM_FIELD',
      name: 'referral_coupon',
      message:
        'Create a custom field with the API name "referral_coupon" and the option "Store and Pass Back".',
    },
  ],
  setupWarnings: [],
  notificationKinds: [{ kind: 'subscription_charged_successfully', dateLastSeen: CHECKED }],
  dateLastNotification: CHECKED,
  dateLastCall: CHECKED,
  lastError: null,
  dateConnected: CHECKED,
  removal: null,
  dailyCallBudget: DEFAULT_CALL_BUDGET,
  callsToday: 240,
}
