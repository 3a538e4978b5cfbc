import type { Money } from '@goodword/domain/values/money'
import { byCtid, byKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** Something that is done at the payment processor exactly once for its source. */
export type EffectRow = Pick<
  Tables['processor_effect'],
  'target' | 'amount_minor' | 'currency' | 'state' | 'result'
>

export type EffectKey = { readonly kind: 'REFUND' | 'CREDIT'; readonly source: string }

const insert = statement(
  'processor_effect.insert',
  `
insert into processor_effect (tenant_id, kind, source, target, amount_minor, currency, state, created_at)
values ($1, $2, $3, $4, $5, $6, 'INTENDED', $7)
on conflict (tenant_id, kind, source) do nothing`,
)

/** Stores the intent; one that is there already stays as it is. */
export function intendEffect(
  tx: TenantTx,
  { kind, source }: EffectKey,
  target: string,
  amount: Money,
  now: number,
): void {
  tx.write(insert, [kind, source, target, amount.minor, amount.currency, isoTime(now)])
}

const load = statement(
  'processor_effect.load',
  `
select x.target, x.amount_minor, x.currency, x.state, x.result
from processor_effect x
where x.tenant_id = $1
  and x.kind = $2
  and ${byKey('x.source', '$3')}`,
)

export async function loadEffect(tx: TenantTx, { kind, source }: EffectKey): Promise<EffectRow | null> {
  const [row] = await tx.rows<EffectRow>(load, [kind, source])
  return row ?? null
}

const finish = statement(
  'processor_effect.finish',
  `
update processor_effect x
set state = $4,
  result = $5,
  finished_at = $6
where ${byCtid(
    'processor_effect',
    `y.kind = $2
      and ${byKey('y.source', '$3')}`,
  )}`,
)

export function finishEffect(
  tx: TenantTx,
  { kind, source }: EffectKey,
  state: 'DONE' | 'REFUSED',
  result: string,
  now: number,
): void {
  tx.write(finish, [kind, source, state, result, isoTime(now)], 1)
}
