import type { ParticipantKey } from '@goodword/domain/ids'
import type { ShareMedium } from '@goodword/domain/share-link'
import { arraysOf, givenRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

export type ClickRow = {
  readonly id: string
  /** Who shared the link. */
  readonly participant_id: ParticipantKey
  readonly via: ShareMedium | null
  readonly visitor: string
}

const columns = { id: 'uuid', participant_id: 'uuid', via: 'text', visitor: 'uuid' } as const

/** A click happened when the database heard of it, so that there is always a month for it. */
const insert = statement(
  'click.insert',
  `
insert into click (tenant_id, clicked_at, id, participant_id, via, visitor)
select k.tenant_id, now(), u.id, u.participant_id, u.via, u.visitor
from program k
cross join ${givenRows(columns)}
where k.tenant_id = $1`,
)

export function addClicks(tx: Pick<TenantTx, 'write'>, clicks: readonly ClickRow[]): void {
  tx.write(insert, arraysOf(columns, clicks), clicks.length)
}
