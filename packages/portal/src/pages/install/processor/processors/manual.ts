import type { ProcessorForm } from './processor-form.ts'

export const manual: ProcessorForm = {
  processor: 'manual',
  name: 'your own billing',
  choice: 'Your own system makes the bills. Nothing is called: it reads the discounts and reports the bills.',
  guide: '/docs/guides/bills#your-own-billing',
  explanation: () =>
    'There are no keys. Your server reads what each next bill should have off with GET discounts or from the event discount.changed, and reports with POST bills what was billed.',
  picture: null,
  rights: [],
  called: null,
  fields: [],
  body: (environment) => ({ processor: 'manual', environment }),
  accountWord: 'Program',
  secrets: [],
  places: { setup: '', webhooks: '' },
  complete: 'There is nothing to set up.',
}
