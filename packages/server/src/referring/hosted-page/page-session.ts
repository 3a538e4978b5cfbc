import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import { type FullUserRow, loadUsersByKey } from '../users/rows/users.ts'
import { addressMark, hashOfToken, newSessionToken, PAGE_TOKEN } from './page-token.ts'
import {
  changePageSession,
  deletePageSession,
  findPageSessionRow,
  insertPageSession,
  type PageSessionRow,
} from './rows/page-sessions.ts'
import { linkAddress, usersOfAddress } from './users-of-address.ts'

const DAY_MS = 24 * 3_600_000
/** A session ends so long after its last use; it is extended at most once a day. */
export const PAGE_SESSION_MS = 30 * DAY_MS

/** A user that can be signed in on the hosted page. */
export type PageUser = FullUserRow

/** Who is signed in on the hosted page, and who else has the same address. */
export type PageSession = { readonly user: FullUserRow; readonly others: readonly FullUserRow[] }

/** Starts a session of a user whose address was proved; returns the token for the cookie. */
export async function startPageSession(
  ctx: Context,
  tenantId: TenantId,
  user: UserKey,
  address: string,
): Promise<string> {
  const token = newSessionToken()
  const now = ctx.clock.now()
  await ctx.writeTenant(tenantId, async (tx) => {
    insertPageSession(tx, {
      ...{ token_hash: hashOfToken(token), user_id: user },
      ...{ address_hash: addressMark(ctx, tenantId, address), created_at: now },
      expires_at: now + PAGE_SESSION_MS,
    })
    enqueueJob(tx, { kind: 'SWEEP_PAGE', subject: '', dueAt: tx.now + PAGE_SESSION_MS })
  })
  return token
}

/**
 * The session of a token, which it extends. Null if there is none: also after the user was erased, or has another address than
 * the one that was proved, and while the program has no page.
 */
export async function findPageSession(
  ctx: Context,
  tenantId: TenantId,
  token: string,
): Promise<PageSession | null> {
  if (!PAGE_TOKEN.test(token)) return null
  const { hostedPage } = await readSettings(ctx, tenantId)
  if (!hostedPage.enabled) return null
  const found = await ctx.readTenant(tenantId, (tx) => load(ctx, tx, hashOfToken(token)))
  if (found === null) return null
  const { row, session } = found
  const expiresAt = ctx.clock.now() + PAGE_SESSION_MS
  if (row.expires_at < expiresAt - DAY_MS) {
    await ctx.writeTenant(tenantId, async (tx) =>
      changePageSession(tx, row.token_hash, session.user.id, expiresAt),
    )
  }
  return session
}

type Loaded = { readonly row: PageSessionRow; readonly session: PageSession }

async function load(ctx: Context, tx: Transaction, tokenHash: Buffer): Promise<Loaded | null> {
  const row = await findPageSessionRow(tx, tokenHash)
  if (row === null || row.expires_at <= ctx.clock.now()) return null
  const user = (await loadUsersByKey(tx, [row.user_id])).get(row.user_id)
  const address = user?.email_trusted === true ? linkAddress(user.email ?? '') : null
  if (user === undefined || address === null) return null
  if (addressMark(ctx, tx.tenantId, address) !== row.address_hash) return null
  const users = await usersOfAddress(tx, address)
  return { row, session: { user, others: users.filter((it) => it.id !== user.id) } }
}

/** Lets a session go on as another user with the same address; false for a user that it is not for. */
export async function switchPageUser(
  ctx: Context,
  tenantId: TenantId,
  token: string,
  chosen: string,
): Promise<boolean> {
  const session = await findPageSession(ctx, tenantId, token)
  const other = session?.others.find((it) => it.id === chosen)
  if (other === undefined) return false
  await ctx.writeTenant(tenantId, async (tx) =>
    changePageSession(tx, hashOfToken(token), other.id, ctx.clock.now() + PAGE_SESSION_MS),
  )
  return true
}

export async function endPageSession(ctx: Context, tenantId: TenantId, token: string): Promise<void> {
  if (!PAGE_TOKEN.test(token)) return
  await ctx.writeTenant(tenantId, async (tx) => deletePageSession(tx, hashOfToken(token)))
}
