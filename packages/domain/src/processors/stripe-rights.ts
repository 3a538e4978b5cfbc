/** A permission of a restricted key of Stripe. */
type StripeRight = {
  /** Its name in the Dashboard of Stripe. */
  readonly label: string
  /** Its names in errors of Stripe. */
  readonly names: readonly string[]
  /** Its purpose, for the merchant's staff. */
  readonly use: string
}

/** All rights that a restricted key for the service is to have: the connector, the portal and the guide take them from here. */
export const stripeRights = [
  { label: 'Account: Read', names: ['rak_account_read'], use: 'to know whose key it is' },
  {
    label: 'Customers: Read',
    names: ['rak_customer_read'],
    use: 'to read who pays and which code they brought',
  },
  {
    label: 'Subscriptions: Write',
    names: ['rak_subscription_write'],
    use: 'to read them, and to put the discount on them',
  },
  {
    label: 'Invoices: Write',
    names: ['rak_invoice_write'],
    use: 'to read them, to preview the next one, and to adjust a draft by an item',
  },
  { label: 'Coupons: Write', names: ['rak_coupon_write'], use: 'to make the coupons of the discounts' },
  {
    label: 'Promotion Codes: Write',
    names: ['rak_promotion_code_write'],
    use: 'to mirror referral codes for Checkout, if you want that',
  },
  {
    label: 'Charges and Refunds: Write',
    names: ['rak_charge_read', 'rak_refund_write'],
    use: 'to see refunds, and to give back what was paid too much for a bill',
  },
  {
    label: 'Credit Notes: Write',
    names: ['rak_credit_note_write'],
    use: 'to see credit notes, and to give back by one, so that the tax of the invoice is right',
  },
  {
    label: 'PaymentIntents: Read',
    names: ['rak_payment_intent_read'],
    use: 'to see what becomes of a payment',
  },
  {
    label: 'Disputes: Read',
    names: ['rak_dispute_read'],
    use: 'to see what a bank took back',
  },
  {
    label: 'Checkout Sessions: Read',
    names: ['rak_checkout_session_read'],
    use: 'to read the code that a session brought',
  },
  {
    label: 'Events: Read',
    names: ['rak_event_read'],
    use: 'to read what was missed while the service was down',
  },
  {
    label: 'Webhook Endpoints: Write',
    names: ['rak_webhook_write'],
    use: 'to register the webhook; without it you create it by hand in step 3',
  },
] as const satisfies readonly StripeRight[]

export type StripeRightName = (typeof stripeRights)[number]['names'][number]
