import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

export const environment = Type.String({
  format: 'processor-environment',
  description:
    '`sandbox` for test programs, `production` for live programs, or the address of a local gateway for test programs if the service permits it.',
  examples: ['sandbox'],
})

export const merchantId = Type.String({
  format: 'processor-id',
  minLength: 1,
  maxLength: 128,
  description: 'ID of the merchant, or of the account, at the processor.',
  examples: ['a1b2c3d4e5f6g7h8'],
})

const publicKey = Type.String({
  format: 'processor-id',
  minLength: 1,
  maxLength: 128,
  description: 'Public key of the API key pair.',
  examples: ['q7w8e9r0t1y2u3i4'],
})

/** A program with 5,000 discounts uses less than a tenth of it. */
export const DEFAULT_CALL_BUDGET = 10_000
const callBudgetLimits = { minimum: 100, maximum: 1_000_000 } as const

export const callBudget = {
  ...callBudgetLimits,
  description:
    'Calls to the processor in a day (UTC, of the test clock for a test program with one) after which routine comparisons of discounts wait for the next day. What requests, notifications and bills of the next two days need is called all the same.',
  examples: [DEFAULT_CALL_BUDGET],
}

const dailyCallBudget = Type.Optional(
  Type.Integer({
    ...callBudget,
    description: `${callBudget.description} Without it the present one stays; ${DEFAULT_CALL_BUDGET} at first.`,
  }),
)

const BraintreeCredentials = Type.Object(
  {
    processor: Type.Enum(['braintree'], { description: 'The payment processor.' }),
    environment,
    merchantId,
    publicKey,
    privateKey: Type.String({
      format: 'processor-id',
      minLength: 1,
      maxLength: 128,
      description: 'Private key of the API key pair. Stored encrypted, and never returned.',
      examples: ['0123456789abcdef0123456789abcdef'],
    }),
    dailyCallBudget,
  },
  { title: 'BraintreeCredentials', description: 'API credentials of a merchant at Braintree.' },
)

const StripeCredentials = Type.Object(
  {
    processor: Type.Enum(['stripe'], { description: 'The payment processor.' }),
    environment,
    apiKey: Type.String({
      format: 'processor-key',
      minLength: 1,
      maxLength: 255,
      description:
        'A restricted key of the account: a test key for `sandbox`, a live key for `production`. Stored encrypted, and never returned.',
      examples: ['rk_test_51Nx0a1b2c3d4e5f6g7h8'],
    }),
    webhookSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'Signing secret of the webhook endpoint with the URL in `webhookUrl`; two, separated by a comma, while one replaces the other. Without it the service registers the endpoint itself if the key may do that. Stored encrypted, and never returned.',
        examples: ['whsec_a1b2c3d4e5f6g7h8'],
      }),
    ),
    dailyCallBudget,
  },
  { title: 'StripeCredentials', description: 'API credentials of an account at Stripe.' },
)

const ManualCredentials = Type.Object(
  {
    processor: Type.Enum(['manual'], { description: 'Your own system, which makes the bills.' }),
    environment: Type.Optional(environment),
    dailyCallBudget,
  },
  {
    title: 'ManualCredentials',
    description:
      'A system of your own that makes bills: it reads what each next bill should have off with `GET discounts` or from the event `discount.changed`, and reports with `POST bills` what was billed. The service calls nothing. The environment is `sandbox` for test programs and `production` for live ones, and may be left out.',
  },
)

/** The credentials for each processor: one entry per connector. */
const allCredentials = [BraintreeCredentials, StripeCredentials, ManualCredentials] as const

const processorNames = allCredentials.flatMap((it) => it.properties.processor.enum)

export const processor = Type.Enum(processorNames, { description: 'The payment processor.' })

export const ConnectionCredentials = Type.Union([...allCredentials], {
  title: 'ConnectionCredentials',
  description: 'API credentials of a merchant at the payment processor.',
})
export type ConnectionCredentials = ShapeOf<typeof ConnectionCredentials>

/** The schema of the processor that an unchecked value names, so that an error is about its fields; the first one without a name. */
export function credentialsFor(value: unknown): (typeof allCredentials)[number] {
  const name = typeof value === 'object' && value !== null ? Reflect.get(value, 'processor') : null
  return (
    allCredentials.find((it) => it.properties.processor.enum.some((each) => each === name)) ??
    allCredentials[0]
  )
}

/** The credential fields of each processor, in a sentence: `merchantId, publicKey, privateKey for braintree`. */
export const credentialFields = allCredentials
  .map(({ properties: { processor: named, environment: _, dailyCallBudget: __, ...fields } }) => {
    return `${Object.keys(fields).join(', ') || 'nothing else'} for ${named.enum[0]}`
  })
  .join('; ')

export const exampleCredentials: ConnectionCredentials = {
  processor: 'braintree',
  environment: 'sandbox',
  merchantId: 'a1b2c3d4e5f6g7h8',
  publicKey: 'q7w8e9r0t1y2u3i4',
  privateKey: '0123456789abcdef0123456789abcdef',
}
