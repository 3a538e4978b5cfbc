import { Refusal } from '@goodword/contract/frame/refusal'
import { MAX_COUNTED_FIGURES, type UserFigures } from '@goodword/contract/users/user'
import { emailSearchKey, searchKey } from '@goodword/domain/referrals/search-key'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { PageRequest } from '../../engine/lists/list-page.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { loadUserFigures, type UserFiguresRow } from './rows/user-figures.ts'
import { listBlockedUsers, listUsers, type Prefixes, searchUsers } from './rows/user-search.ts'
import type { FullUserRow } from './rows/users.ts'

export type UserQuestion = {
  readonly query: string | null
  readonly accountId: AccountId | null
  readonly isBlocked: boolean
  /** A range of time in which they were added. */
  readonly created: string | null
  readonly withFigures: boolean
}

/** A user in a list, with figures if they were asked for. */
export type UserWithFigures = FullUserRow & { readonly figures: UserFigures | null }

/**
 * A page of people: those of one account, or of blocked accounts, or all; with a query those whose id, name, last name,
 * e-mail or code begins so.
 *
 * @throws Refusal VALIDATION_FAILED for filters that cannot be combined
 */
export function readUserPage(
  ctx: Context,
  tenantId: TenantId,
  question: UserQuestion,
  page: PageQuestion,
): Promise<Page<UserWithFigures>> {
  const request = pageRequestOf(page)
  refuseCombinations(question, page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found = await findPage(tx, question, request)
    if (!question.withFigures) return mapPage(found, (row) => ({ ...row, figures: null }))
    const figures = await loadUserFigures(tx, found.rows, MAX_COUNTED_FIGURES + 1)
    return mapPage(found, (row) => ({ ...row, figures: figuresOf(figures.get(row.id)) }))
  })
}

function findPage(tx: Transaction, question: UserQuestion, request: PageRequest): Promise<Page<FullUserRow>> {
  const { query, accountId, isBlocked, created } = question
  const prefixes = query === null ? null : prefixesOf(query)
  if (isBlocked) return listBlockedUsers(tx, prefixes, request)
  if (prefixes !== null) return searchUsers(tx, prefixes, request)
  const filter = {
    ...(accountId === null ? {} : { accountId }),
    ...(created === null ? {} : { dateCreated: created }),
  }
  return listUsers(tx, filter, tx.now, request)
}

function figuresOf(row: UserFiguresRow | undefined): UserFigures {
  if (row === undefined) throw new Error('figures of a user not found')
  const { id: _, referrals_read: referrals, rewards_read: rewards, ...figures } = row
  return { ...figures, complete: Math.max(referrals, rewards) <= MAX_COUNTED_FIGURES }
}

/** A search, and the few people of blocked accounts, are read newest first and by nothing else. */
function refuseCombinations(question: UserQuestion, { order }: PageQuestion): void {
  const { query, accountId, isBlocked, created } = question
  if (query === null && !isBlocked) return
  const other = accountId !== null ? 'accountId' : created !== null ? 'dateCreated' : null
  const param = other ?? (order === 'oldest' ? 'order' : null)
  if (param === null) return
  const message = `"${param}" cannot be combined with "query" or "blocked". Omit one of them.`
  throw new Refusal('VALIDATION_FAILED', message, param)
}

function prefixesOf(query: string): Prefixes {
  return {
    id: query,
    name: searchKey(query),
    email: emailSearchKey(query),
    code: query.trim().toUpperCase(),
  }
}
