import { type Case, casesOfPayments } from './generated-payment-cases.ts'

const metadata = { order_id: '6735' }
const few = { limit: 3 }
const taxId = { type: 'eu_vat', value: 'DE123456789' } as const

/**
 * The calls of stripe-node's generated examples (test/resources/generated_examples_test.spec.js, MIT, Copyright Stripe, Inc.)
 * for what is simulated here. There, a server of fixtures answers ids such as `cus_xxxxxxxxxxxxx`, and nothing is asserted of the
 * answers; here, each call has something that was made before, and each answer has the fields of Stripe's published fixtures. Of the
 * same resources, those examples are left out that are about what is not simulated: sources, cash balances, shipping, and
 * previews of credit notes.
 */
export const generatedCases: readonly Case[] = [
  ['accounts.retrieve', (stripe, { account }) => stripe.accounts.retrieve(account)],
  ['charges.list', (stripe) => stripe.charges.list(few)],
  ['charges.retrieve', (stripe, { charge }) => stripe.charges.retrieve(charge)],
  ['checkout.sessions.expire', (stripe, { session }) => stripe.checkout.sessions.expire(session)],
  ['checkout.sessions.list', (stripe) => stripe.checkout.sessions.list(few)],
  ['checkout.sessions.retrieve', (stripe, { session }) => stripe.checkout.sessions.retrieve(session)],
  [
    'checkout.sessions.listLineItems',
    (stripe, { session }) => stripe.checkout.sessions.listLineItems(session),
  ],
  [
    'checkout.sessions.create',
    (stripe, { onetime }) =>
      stripe.checkout.sessions.create({
        success_url: 'https://example.com/success',
        line_items: [{ price: onetime, quantity: 2 }],
        mode: 'payment',
      }),
  ],
  ['coupons.del', (stripe, { coupon }) => stripe.coupons.del(coupon)],
  ['coupons.list', (stripe) => stripe.coupons.list(few)],
  ['coupons.retrieve', (stripe, { coupon }) => stripe.coupons.retrieve(coupon)],
  ['coupons.create', (stripe) => stripe.coupons.create({ percent_off: 25.5, duration: 'once' })],
  ['coupons.update', (stripe, { coupon }) => stripe.coupons.update(coupon, { metadata })],
  ['creditNotes.list', (stripe) => stripe.creditNotes.list(few)],
  [
    'creditNotes.create',
    async (stripe, { open }) => stripe.creditNotes.create({ invoice: await open(), amount: 1_00 }),
  ],
  [
    'creditNotes.listLineItems',
    async (stripe, made) => stripe.creditNotes.listLineItems(await made.note(), few),
  ],
  [
    'creditNotes.voidCreditNote',
    async (stripe, made) => stripe.creditNotes.voidCreditNote(await made.note()),
  ],
  [
    'customers.listBalanceTransactions',
    (stripe, { customer }) => stripe.customers.listBalanceTransactions(customer, few),
  ],
  [
    'customers.createBalanceTransaction',
    (stripe, { customer }) =>
      stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' }),
  ],
  [
    'customers.retrieveBalanceTransaction',
    (stripe, { customer, balance }) => stripe.customers.retrieveBalanceTransaction(customer, balance),
  ],
  [
    'customers.updateBalanceTransaction',
    (stripe, { customer, balance }) =>
      stripe.customers.updateBalanceTransaction(customer, balance, { metadata }),
  ],
  ['customers.listTaxIds', (stripe, { customer }) => stripe.customers.listTaxIds(customer, few)],
  ['customers.createTaxId', (stripe, { customer }) => stripe.customers.createTaxId(customer, taxId)],
  [
    'customers.retrieveTaxId',
    async (stripe, { customer }) => {
      const { id } = await stripe.customers.createTaxId(customer, taxId)
      return stripe.customers.retrieveTaxId(customer, id)
    },
  ],
  [
    'customers.deleteTaxId',
    async (stripe, { customer }) => {
      const { id } = await stripe.customers.createTaxId(customer, taxId)
      return stripe.customers.deleteTaxId(customer, id)
    },
  ],
  ['customers.del', (stripe, { customer }) => stripe.customers.del(customer)],
  ['customers.list', (stripe) => stripe.customers.list(few)],
  ['customers.retrieve', (stripe, { customer }) => stripe.customers.retrieve(customer)],
  [
    'customers.listPaymentMethods',
    (stripe, { customer }) => stripe.customers.listPaymentMethods(customer, { type: 'card' }),
  ],
  ['customers.create', (stripe) => stripe.customers.create({ description: 'My First Test Customer' })],
  ['customers.update', (stripe, { customer }) => stripe.customers.update(customer, { metadata })],
  ['disputes.list', (stripe) => stripe.disputes.list(few)],
  ['disputes.retrieve', (stripe, { dispute }) => stripe.disputes.retrieve(dispute)],
  ['disputes.update', (stripe, { dispute }) => stripe.disputes.update(dispute, { metadata })],
  ['disputes.close', (stripe, { dispute }) => stripe.disputes.close(dispute)],
  ['events.list', (stripe) => stripe.events.list(few)],
  ['events.retrieve', (stripe, { event }) => stripe.events.retrieve(event)],
  [
    'invoiceItems.create',
    (stripe, { customer }) => stripe.invoiceItems.create({ customer, amount: 10_00, currency: 'usd' }),
  ],
  ['invoiceItems.del', (stripe, { invoiceItem }) => stripe.invoiceItems.del(invoiceItem)],
  ['invoiceItems.list', (stripe) => stripe.invoiceItems.list(few)],
  ['invoiceItems.retrieve', (stripe, { invoiceItem }) => stripe.invoiceItems.retrieve(invoiceItem)],
  ['invoiceItems.update', (stripe, { invoiceItem }) => stripe.invoiceItems.update(invoiceItem, { metadata })],
  ['invoices.del', (stripe, { draft }) => stripe.invoices.del(draft)],
  ['invoices.finalizeInvoice', (stripe, { draft }) => stripe.invoices.finalizeInvoice(draft)],
  ['invoices.list', (stripe) => stripe.invoices.list(few)],
  ['invoices.retrieve', (stripe, { draft }) => stripe.invoices.retrieve(draft, { expand: ['customer'] })],
  ['invoices.markUncollectible', async (stripe, { open }) => stripe.invoices.markUncollectible(await open())],
  ['invoices.pay', async (stripe, { open }) => stripe.invoices.pay(await open())],
  ['invoices.voidInvoice', async (stripe, { open }) => stripe.invoices.voidInvoice(await open())],
  ['invoices.create', (stripe, { customer }) => stripe.invoices.create({ customer })],
  ['invoices.update', (stripe, { draft }) => stripe.invoices.update(draft, { metadata })],
  ...casesOfPayments,
]
