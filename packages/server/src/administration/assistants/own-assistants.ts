import type { MerchantId, StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { endAssistantsOf } from '../rows/staff.ts'
import { ACCESS_LIFETIME_MS } from './assistant-tokens.ts'
import { dailyLimit, type GivenInDay, givenBy } from './daily-limit.ts'
import {
  deleteAssistant,
  deleteTeamAssistant,
  type ListedAssistantRow,
  listAssistants,
  listTeamAssistants,
} from './rows/staff-assistants.ts'

export type ListedAssistant = {
  readonly id: string
  readonly name: string
  readonly tenantAlias: string
  readonly mayWrite: boolean
  readonly allowedAt: number
  /** When it last got tokens, which it renews while it is used: right to a quarter of an hour. */
  readonly lastUsedAt: number
  /** The rewards that it gave in the last day, those of pending writes included. */
  readonly given: GivenInDay
}

export type TeamAssistant = ListedAssistant & { readonly allowedBy: string }

export const limitOfAssistants = {
  rewards: dailyLimit.rewards,
  amountOfEachUnit: dailyLimit.amountOfEachUnit,
} as const

/** The assistants that a person has connected, the newest first. */
export async function readOwnAssistants(ctx: Context, staffId: StaffId): Promise<readonly ListedAssistant[]> {
  return (await listAssistants(ctx.db, staffId, ctx.clock.now())).map(listed)
}

/** The assistants that people of a merchant's staff have connected to its programs, the newest first. */
export async function readTeamAssistants(
  ctx: Context,
  merchantId: MerchantId,
): Promise<readonly TeamAssistant[]> {
  const rows = await listTeamAssistants(ctx.db, merchantId, ctx.clock.now())
  return rows.map((row) => ({ ...listed(row), allowedBy: row.email }))
}

function listed(row: ListedAssistantRow): ListedAssistant {
  return {
    id: row.id,
    name: row.client_name,
    tenantAlias: row.tenant_id,
    mayWrite: row.may_write,
    allowedAt: row.created_at,
    lastUsedAt: row.access_expires_at - ACCESS_LIFETIME_MS,
    given: givenBy(row.writes),
  }
}

/** Ends the access of an assistant of the person, at once. A repeat is no error. */
export async function removeOwnAssistant(ctx: Context, staffId: StaffId, id: string): Promise<void> {
  await deleteAssistant(ctx.db, staffId, id)
}

/** Ends an assistant of anyone's at a program of the merchant; returns who had allowed it, or null if there was none. */
export async function removeTeamAssistant(
  ctx: Context,
  merchantId: MerchantId,
  id: string,
): Promise<{ readonly name: string; readonly allowedBy: string } | null> {
  const row = await deleteTeamAssistant(ctx.db, merchantId, id)
  return row === null ? null : { name: row.client_name, allowedBy: row.email }
}

/** Ends what all assistants of the person may do, as after a change of their password. */
export function removeAllOwnAssistants(ctx: Context, staffId: StaffId): Promise<void> {
  return inDirectory(ctx.db, (tx) => endAssistantsOf(tx, staffId))
}
