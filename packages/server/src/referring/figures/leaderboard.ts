import { type Leaderboard, MAX_LEADERS, MAX_RANKED } from '@goodword/contract/users/leaderboard'
import type { TenantId, UserIds } from '@goodword/domain/values/ids'
import { presentableNames } from '@goodword/domain/values/presentable-name'
import type { Context, Transaction } from '../../frame/context.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { lockAccount } from '../../tracking/erased/erased-account.ts'
import { rankUsers, setLeaderboardSince } from '../users/rows/leaderboard.ts'
import { type FullUserRow, findUser } from '../users/rows/users.ts'

/** Reads the leaderboard as a person sees it; null in a program without one. */
export async function readLeaderboard(tx: Transaction, user: FullUserRow): Promise<Leaderboard | null> {
  if (!(await hasLeaderboard(tx))) return null
  const rows = await rankUsers(tx, user.id, MAX_RANKED, MAX_LEADERS)
  const leaders = rows
    .filter((it) => it.is_shown)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_LEADERS)
    .flatMap(({ rank, first_name, is_confirmed: isConfirmed }) => {
      const { first: firstName } = presentableNames({ firstName: first_name, lastName: null, isConfirmed })
      return firstName === null ? [] : [{ rank, firstName }]
    })
  return {
    rank: rows.find((it) => it.is_own)?.rank ?? null,
    isShown: user.leaderboard_since !== null,
    leaders,
  }
}

/** Shows a known person on the leaderboard or no more, and returns which. In a program without one, nothing is kept. */
export function showOnLeaderboard(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
  isShown: boolean,
): Promise<boolean> {
  return ctx.writeTenant(tenantId, async (tx) => {
    // An erasure of the person locks it as well.
    await lockAccount(tx, accountId)
    const user = await findUser(tx, accountId, userId)
    if (user === null) return false
    const isKept = isShown && (await hasLeaderboard(tx))
    setLeaderboardSince(tx, user.id, isKept ? tx.now : null)
    return isKept
  })
}

async function hasLeaderboard(tx: Transaction): Promise<boolean> {
  return settingsOf((await loadProgram(tx)).settings).leaderboard === 'RANK_ONLY'
}
