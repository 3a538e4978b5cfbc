import type { TestService } from '../test-service.ts'

/** Stores a bill of 49.90 EUR without its discount, of the first account of a tenant; returns its ID. */
export async function addBill({ owner }: TestService, alias: string): Promise<string> {
  const [bill] = await owner.query<{ id: string }>(
    {
      name: '',
      text: `with subscription as (
        insert into app.processor_subscription (tenant_id, id, subscription_id, customer_id, account_id, is_live,
          came_with_discount, currency, expected_minor, actual_minor, is_listed, state, checked_at,
          bill_count, price_minor, balance_minor, bills_from)
        select a.tenant_id, gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text, a.id, false, false, 'EUR', 0, 0,
          false, 'IN_STEP', now(), 0, 0, 0, now()
        from app.account a
        where a.tenant_id = $1
        order by a.id
        limit 1
        returning *
      )
      insert into app.processor_bill (tenant_id, id, account_id, subscription, period_start, transaction_id, billed_at, currency,
        price_minor, expected_minor, actual_minor, charged_minor, tax_minor, taxed_minor, refunded_minor, refunds, is_disputed, period_months,
        counted, is_voided, state, finding, seen_at)
      select s.tenant_id, gen_random_uuid(), s.account_id, s.id, '2026-01-31', 'payment', now(), 'EUR', 4990, 499, 0, 4990, 0, 0, 0, '[]', false, 1, '[]', false, 'WRONG',
        'DISCOUNT_MISSING', now()
      from subscription s
      returning id`,
    },
    [alias],
  )
  if (bill === undefined) throw new Error('bill not found after insert')
  return bill.id
}
