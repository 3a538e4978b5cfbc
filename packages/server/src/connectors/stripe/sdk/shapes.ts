import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { ProcessorError } from '../../processor-error.ts'

/** The fields of Stripe's objects that the connector reads. Moments are in seconds, amounts in minor units. */

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(orNull(schema))

const metadata = Type.Record(Type.String(), Type.String())

const coupon = Type.Object({
  id: Type.String(),
  percent_off: optional(Type.Number()),
  amount_off: optional(Type.Integer()),
  currency: optional(Type.String()),
  duration: Type.String(),
  max_redemptions: optional(Type.Integer()),
  redeem_by: optional(Type.Integer()),
  applies_to: optional(Type.Object({ products: Type.Array(Type.String()) })),
})

const promotionCode = Type.Object({
  id: Type.String(),
  code: Type.String(),
  promotion: Type.Object({ coupon: orNull(Type.Union([Type.String(), Type.Object({ id: Type.String() })])) }),
  metadata: optional(metadata),
})

/** Its ID where it was not asked for. */
const promotionCodeOrId = optional(Type.Union([Type.String(), promotionCode]))

const discount = Type.Object({
  id: Type.String(),
  end: optional(Type.Integer()),
  source: Type.Object({ coupon: orNull(coupon) }),
  promotion_code: promotionCodeOrId,
})

const item = Type.Object({
  id: Type.String(),
  discounts: Type.Array(Type.Union([Type.String(), Type.Object({ id: Type.String() })])),
  current_period_start: Type.Integer(),
  current_period_end: Type.Integer(),
  quantity: optional(Type.Integer()),
  price: Type.Object({
    id: Type.String(),
    unit_amount: orNull(Type.Integer()),
    recurring: orNull(
      Type.Object({
        interval: Type.String(),
        interval_count: Type.Integer(),
        usage_type: Type.Optional(Type.String()),
      }),
    ),
  }),
})

const couponOrId = Type.Union([Type.String(), Type.Object({ id: Type.String() })])

/** A customer with its balance: what is owed of the account's currency, and the credit of each currency. */
const balanced = Type.Object({
  id: Type.String(),
  deleted: Type.Optional(Type.Boolean()),
  metadata: optional(metadata),
  discount: optional(Type.Object({ id: Type.String(), source: Type.Object({ coupon: orNull(couponOrId) }) })),
  currency: optional(Type.String()),
  balance: Type.Optional(Type.Integer()),
  invoice_credit_balance: Type.Optional(Type.Record(Type.String(), Type.Integer())),
})

const subscription = Type.Object({
  id: Type.String(),
  status: Type.String(),
  customer: Type.Union([Type.String(), balanced]),
  currency: Type.String(),
  created: Type.Integer(),
  start_date: Type.Integer(),
  billing_cycle_anchor: Type.Integer(),
  trial_end: orNull(Type.Integer()),
  cancel_at: orNull(Type.Integer()),
  ended_at: orNull(Type.Integer()),
  metadata,
  discounts: Type.Array(discount),
  items: Type.Object({ data: Type.Array(item), has_more: Type.Boolean() }),
})

const customer = Type.Object({
  id: Type.String(),
  deleted: Type.Optional(Type.Boolean()),
  metadata: optional(metadata),
})

const line = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  discountable: Type.Boolean(),
  metadata: optional(metadata),
  period: Type.Object({ start: Type.Integer(), end: Type.Integer() }),
  parent: orNull(
    Type.Object({
      subscription_item_details: orNull(Type.Object({ proration: Type.Boolean() })),
      invoice_item_details: optional(
        Type.Object({ proration: Type.Boolean(), invoice_item: optional(Type.String()) }),
      ),
    }),
  ),
  discount_amounts: optional(Type.Array(Type.Object({ amount: Type.Integer() }))),
  taxes: optional(
    Type.Array(
      Type.Object({
        amount: Type.Integer(),
        tax_behavior: Type.String(),
        tax_rate_details: optional(Type.Object({ tax_rate: Type.String() })),
      }),
    ),
  ),
})

const invoicePayment = Type.Object({
  status: Type.String(),
  amount_paid: orNull(Type.Integer()),
  amount_requested: Type.Integer(),
  payment: Type.Object({ payment_intent: optional(Type.String()), charge: optional(Type.String()) }),
  status_transitions: Type.Object({ paid_at: orNull(Type.Integer()) }),
})

const invoice = Type.Object({
  id: Type.String(),
  status: orNull(Type.String()),
  created: Type.Integer(),
  currency: Type.String(),
  customer: orNull(Type.String()),
  attempted: Type.Boolean(),
  status_transitions: Type.Object({ paid_at: orNull(Type.Integer()) }),
  total: Type.Integer(),
  automatic_tax: optional(Type.Object({ enabled: Type.Boolean() })),
  discounts: optional(Type.Array(Type.Union([Type.String(), Type.Object({ id: Type.String() })]))),
  ending_balance: optional(Type.Integer()),
  post_payment_credit_notes_amount: Type.Integer(),
  total_taxes: optional(Type.Array(Type.Object({ amount: Type.Integer(), tax_behavior: Type.String() }))),
  parent: orNull(Type.Object({ subscription_details: orNull(Type.Object({ subscription: Type.String() })) })),
  total_discount_amounts: orNull(
    Type.Array(
      Type.Object({
        amount: Type.Integer(),
        discount: Type.Object({
          id: Type.String(),
          source: Type.Object({ coupon: orNull(couponOrId) }),
          promotion_code: promotionCodeOrId,
        }),
      }),
    ),
  ),
  lines: Type.Object({ data: Type.Array(line), has_more: Type.Boolean() }),
  payments: Type.Object({ data: Type.Array(invoicePayment) }),
})

/** An invoice that is not made yet. Its discounts are those of the subscription, its items and its customer. */
const preview = Type.Object({
  lines: Type.Object({ data: Type.Array(line), has_more: Type.Boolean() }),
  total_discount_amounts: optional(
    Type.Array(
      Type.Object({
        amount: Type.Integer(),
        discount: Type.Union([Type.String(), Type.Object({ id: Type.String() })]),
      }),
    ),
  ),
})

const charge = Type.Object({
  payment_intent: orNull(Type.String()),
  amount_refunded: Type.Integer(),
  disputed: Type.Boolean(),
  status: Type.String(),
  created: Type.Integer(),
  livemode: Type.Boolean(),
  // Besides the kind of the payment method it has a part of that name, in which cards and bank accounts have a fingerprint.
  payment_method_details: optional(Type.Record(Type.String(), Type.Unknown())),
})

const refund = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  created: Type.Integer(),
  status: orNull(Type.String()),
  metadata: orNull(metadata),
})

const dispute = Type.Object({ id: Type.String(), status: Type.String(), created: Type.Integer() })

const paymentIntent = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  amount_received: Type.Integer(),
  currency: Type.String(),
  created: Type.Integer(),
  status: Type.String(),
  customer: orNull(Type.String()),
})

const creditNote = Type.Object({
  id: Type.String(),
  status: Type.String(),
  currency: Type.String(),
  created: Type.Integer(),
  metadata: optional(metadata),
  post_payment_amount: Type.Integer(),
  refunds: Type.Array(Type.Object({ amount_refunded: Type.Integer(), refund: orNull(Type.String()) })),
})

/** A credit note that is not made yet. */
const notePreview = Type.Object({ post_payment_amount: Type.Integer() })

const paymentOfInvoice = Type.Object({ invoice: Type.String() })

const session = Type.Object({
  metadata: optional(metadata),
  client_reference_id: orNull(Type.String()),
})

const account = Type.Object({ id: Type.String() })

const endpoint = Type.Object({
  id: Type.String(),
  url: Type.String(),
  status: Type.String(),
  api_version: orNull(Type.String()),
  enabled_events: Type.Array(Type.String()),
  metadata: optional(metadata),
  secret: Type.Optional(Type.String()),
})

const shapes = {
  account,
  coupon,
  promotionCode,
  endpoint,
  session,
  customer,
  subscription,
  item,
  invoice,
  preview,
  line,
  creditNote,
  notePreview,
  paymentOfInvoice,
  charge,
  refund,
  dispute,
  paymentIntent,
}

type Shapes = { readonly [Name in keyof typeof shapes]: Static<(typeof shapes)[Name]> }

export type StripeCustomer = Shapes['customer']
export type StripeSubscription = Shapes['subscription']
export type StripeInvoice = Shapes['invoice']
export type StripePreview = Shapes['preview']
export type StripeLine = Shapes['line']
export type StripeSession = Shapes['session']
export type StripePromotionCode = Shapes['promotionCode']
export type StripeEndpoint = Shapes['endpoint']
export type StripeRefund = Shapes['refund']
export type StripeCreditNote = Shapes['creditNote']
export type StripeCharge = Shapes['charge']
export type StripeDispute = Shapes['dispute']
export type StripePaymentIntent = Shapes['paymentIntent']
export type StripeCoupon = Shapes['coupon']
export type StripeDiscount = Static<typeof discount>

type Check = (value: unknown) => boolean

const checks = new Map<keyof Shapes, Check>()

/** @throws ProcessorError `MALFORMED`, which names the field that is wrong and not its value */
export function shaped<Name extends keyof Shapes>(name: Name, value: unknown): Shapes[Name] {
  // The type follows from the schema of the same name.
  if ((checks.get(name) ?? compiled(name))(value)) return value as Shapes[Name]
  const place = Value.Errors(shapes[name], value)[0]?.instancePath ?? ''
  throw malformed(`the ${name} has an unexpected value at "${place}"`)
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
  return new ProcessorError('MALFORMED', { message: `Stripe’s response could not be read: ${what}.` })
}
