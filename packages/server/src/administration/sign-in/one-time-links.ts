import { Refusal } from '@goodword/contract/frame/refusal'
import type { StaffId } from '@goodword/domain/values/ids'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { hasStaff } from '../rows/staff.ts'
import {
  deleteExpiredLinks,
  findLink,
  insertLink,
  type LinkPurpose,
  type LinkRow,
  takeLink,
} from '../rows/staff-links.ts'
import { makeToken, tokenHash } from './one-time-token.ts'

const HOUR_MS = 3_600_000
const LIFETIMES_MS: Readonly<Record<LinkPurpose, number>> = {
  WELCOME: 24 * HOUR_MS,
  ENTER: 24 * HOUR_MS,
  RESET: HOUR_MS,
}

const PAGES: Readonly<Record<LinkPurpose, string>> = {
  WELCOME: 'welcome',
  ENTER: 'enter',
  RESET: 'reset-password',
}

/** The address of a page that is opened with a token. */
export function pageWithToken(ctx: Context, page: string, token: string): string {
  return `${ctx.baseUrl}/portal/${page}?token=${token}`
}

/** Creates a one-time link, and returns its URL. */
export async function createLink(
  tx: DirectoryTx,
  ctx: Context,
  purpose: LinkPurpose,
  staffId: StaffId | null,
): Promise<string> {
  const createdAt = ctx.clock.now()
  const { token, hash } = makeToken()
  await deleteExpiredLinks(tx, createdAt)
  await insertLink(tx, { hash, purpose, staffId, createdAt, expiresAt: createdAt + LIFETIMES_MS[purpose] })
  return pageWithToken(ctx, PAGES[purpose], token)
}

/** The link for the first owner of an installation; null where there is staff already. */
export async function createWelcomeLink(ctx: Context): Promise<string | null> {
  if (await hasStaff(ctx.db)) return null
  return inDirectory(ctx.db, (tx) => createLink(tx, ctx, 'WELCOME', null))
}

/**
 * A link that can be used; it is not used up.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function requireLink(ctx: Context, token: string, purpose: LinkPurpose): Promise<LinkRow> {
  const link = await findLink(ctx.db, tokenHash(token), purpose, ctx.clock.now())
  if (link === null) throw linkNotValid()
  return link
}

/**
 * Uses up a link, in the transaction of its use.
 *
 * @throws Refusal LINK_NOT_VALID when it was used meanwhile
 */
export async function useLink(
  tx: DirectoryTx,
  ctx: Context,
  token: string,
  purpose: LinkPurpose,
  staffId: StaffId | null,
): Promise<void> {
  const isTaken = await takeLink(tx, { hash: tokenHash(token), purpose, staffId }, ctx.clock.now())
  if (!isTaken) throw linkNotValid()
}

export function linkNotValid(): Refusal {
  return new Refusal(
    'LINK_NOT_VALID',
    'The link is unknown, was used already, or has expired. Request a new link.',
  )
}

/** Whether an installation has staff, besides that of the demo merchant. */
export function hasAnyStaff(ctx: Context): Promise<boolean> {
  return hasStaff(ctx.db)
}
