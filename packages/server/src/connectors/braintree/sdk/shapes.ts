import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { ProcessorError } from '../../processor-error.ts'

/**
 * The fields of the gateway's objects that the connector reads, as the SDK makes them of XML: amounts and dates are texts,
 * a nil element is null, an absent or an empty typed element is undefined, and an empty untyped one is an empty text.
 */

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

const modification = Type.Object({
  id: Type.String(),
  amount: Type.String(),
  quantity: Type.Integer(),
  numberOfBillingCycles: optional(Type.Integer()),
  currentBillingCycle: optional(Type.Integer()),
})

const dispute = Type.Object({
  id: Type.String(),
  kind: optional(Type.String()),
  status: Type.String(),
  createdAt: optional(Type.String()),
  receivedDate: optional(Type.String()),
})

const transaction = Type.Object({
  id: Type.String(),
  type: Type.String(),
  status: Type.String(),
  amount: Type.String(),
  currencyIsoCode: Type.String(),
  createdAt: Type.String(),
  orderId: optional(Type.String()),
  refundIds: optional(Type.Array(Type.String())),
  disputes: optional(Type.Array(dispute)),
  addOns: optional(Type.Array(modification)),
  discounts: optional(Type.Array(modification)),
  subscription: optional(
    Type.Union([Type.Object({ billingPeriodStartDate: optional(Type.String()) }), Type.String()]),
  ),
  customer: optional(Type.Union([Type.Object({ id: optional(Type.String()) }), Type.String()])),
})

const subscription = Type.Object({
  id: Type.String(),
  status: Type.String(),
  planId: Type.String(),
  price: Type.String(),
  balance: Type.String(),
  paymentMethodToken: optional(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  nextBillingDate: optional(Type.String()),
  firstBillingDate: optional(Type.String()),
  billingDayOfMonth: optional(Type.Integer()),
  currentBillingCycle: optional(Type.Integer()),
  trialPeriod: optional(Type.Boolean()),
  addOns: Type.Array(modification),
  discounts: Type.Array(modification),
  statusHistory: Type.Array(
    Type.Object({
      timestamp: Type.String(),
      status: Type.String(),
      currencyIsoCode: optional(Type.String()),
    }),
  ),
  transactions: Type.Array(transaction),
})

const customer = Type.Object({
  id: Type.String(),
  // An empty text without fields.
  customFields: optional(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
})

/** A payment method of any kind. */
const paymentMethod = Type.Object({
  subscriptions: Type.Array(Type.Object({ id: Type.String() })),
  uniqueNumberIdentifier: optional(Type.String()),
  bin: optional(Type.String()),
  last4: optional(Type.String()),
  payerId: optional(Type.String()),
  venmoUserId: optional(Type.String()),
})

const plan = Type.Object({
  id: Type.String(),
  billingFrequency: Type.Integer(),
  currencyIsoCode: Type.String(),
})

const discount = Type.Object({
  id: Type.String(),
  name: optional(Type.String()),
  amount: Type.String(),
  neverExpires: optional(Type.Boolean()),
  numberOfBillingCycles: optional(Type.Integer()),
})

const shapes = {
  transaction,
  subscription,
  customer,
  paymentMethod,
  plan,
  list: Type.Array(Type.Unknown()),
  discounts: Type.Array(discount),
  subscriptionPage: Type.Object({
    subscriptions: Type.Object({ subscription: Type.Optional(Type.Unknown()) }),
  }),
  ids: Type.Array(Type.String()),
}

type Shapes = { readonly [Name in keyof typeof shapes]: Static<(typeof shapes)[Name]> }

export type GatewayTransaction = Shapes['transaction']
export type GatewayDispute = Static<typeof dispute>
export type GatewaySubscription = Shapes['subscription']
export type GatewayModification = Static<typeof modification>

/** @throws ProcessorError `MALFORMED`, which names the field that is wrong and not its value */
export function shaped<Name extends keyof Shapes>(name: Name, value: unknown): Shapes[Name] {
  // The type follows from the schema of the same name.
  if (isShaped(name, value)) return value
  const place = Value.Errors(shapes[name], value)[0]?.instancePath ?? ''
  throw malformed(`the ${name} has an unexpected value at "${place}"`)
}

type Check = (value: unknown) => boolean

const checks = new Map<keyof Shapes, Check>()

export function isShaped<Name extends keyof Shapes>(name: Name, value: unknown): value is Shapes[Name] {
  return (checks.get(name) ?? compiled(name))(value)
}

/** Compiled at its first use. */
function compiled(name: keyof Shapes): Check {
  const schema: TSchema = shapes[name]
  const validator = Compile(schema)
  const check: Check = (value) => validator.Check(value)
  checks.set(name, check)
  return check
}

export function malformed(what: string): ProcessorError {
  return new ProcessorError('MALFORMED', { message: `Braintree’s response could not be read: ${what}.` })
}
