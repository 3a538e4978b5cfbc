import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId, UserKey } from '@goodword/domain/values/ids'
import { leftJoinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { ReferrerCountRow } from './counts.ts'

/** The figures by which referrers are ranked; those who have none of it are not listed. */
export const ranks = ['CONVERTED', 'ATTRIBUTED', 'CLICKS'] as const
export type Rank = (typeof ranks)[number]

/** Days or all time, both ends included. */
export type RankPiece = {
  readonly period: 'DAY' | 'ALL'
  readonly from: string
  readonly to: string
}

/** The position of a referrer in a list. */
export type RankPosition = { readonly amount: number; readonly user: string }

export type RankedRow = { readonly user_id: UserKey; readonly amount: number }

const columnOf = {
  CONVERTED: 'converted',
  ATTRIBUTED: 'attributed',
  CLICKS: 'clicks',
} as const satisfies Record<Rank, string>

function rankStatements(rank: Rank) {
  const column = columnOf[rank]
  return {
    // The index has the referrers of one period in this order.
    ofPeriod: statement(
      `statistic_referrer.rank_${column}`,
      `
select x.user_id, x.${column} as amount
from statistic_referrer x
where x.tenant_id = $1
  and x.generation = $2
  and x.period = $3
  and x.start = $4
  and x.${column} > 0
  and x.${column} <= $5
  and (x.${column} < $5 or x.user_id > $6::uuid)
order by x.${column} desc, x.user_id
limit $7`,
    ),
    // PostgreSQL sums int4 up to int8, and int8 to numeric.
    ofPieces: statement(
      `statistic_referrer.rank_${column}_of_pieces`,
      `
select s.user_id, s.amount
from (
  select p.user_id, sum(p.${column}::int4) as amount
  from unnest($3::text[], $4::text[], $5::text[]) as piece(period, first, last)
  cross join lateral (
    select x.user_id, x.${column}
    from statistic_referrer x
    where x.tenant_id = $1
      and x.generation = $2
      and x.period = piece.period
      and x.start between piece.first and piece.last
      and x.${column} > 0
  ) as p
  group by p.user_id
) as s
where s.amount < $6
  or (s.amount = $6 and s.user_id > $7::uuid)
order by s.amount desc, s.user_id
limit $8`,
    ),
    countOfPeriod: statement(
      `statistic_referrer.count_${column}_of_period`,
      `
select count(*) as total
from (
  select x.user_id
  from statistic_referrer x
  where x.tenant_id = $1
    and x.generation = $2
    and x.period = $3
    and x.start = $4
    and x.${column} > 0
  order by x.${column} desc, x.user_id
  limit $5
) as counted`,
    ),
    countOfPieces: statement(
      `statistic_referrer.count_${column}_of_pieces`,
      `
select count(*) as total
from (
  select distinct p.user_id
  from unnest($3::text[], $4::text[], $5::text[]) as piece(period, first, last)
  cross join lateral (
    select x.user_id
    from statistic_referrer x
    where x.tenant_id = $1
      and x.generation = $2
      and x.period = piece.period
      and x.start between piece.first and piece.last
      and x.${column} > 0
  ) as p
  limit $6
) as counted`,
    ),
  }
}

const statements = {
  CONVERTED: rankStatements('CONVERTED'),
  ATTRIBUTED: rankStatements('ATTRIBUTED'),
  CLICKS: rankStatements('CLICKS'),
}

/** The first referrers after a position. One period is read in the order of its index; several are summed up first. */
export function rankReferrers(
  tx: TenantTx,
  generation: number,
  rank: Rank,
  pieces: readonly RankPiece[],
  after: RankPosition,
  limit: number,
): Promise<RankedRow[]> {
  const { ofPeriod, ofPieces } = statements[rank]
  const period = onePeriodOf(pieces)
  const position = [after.amount, after.user, limit]
  if (period !== null) return tx.rows<RankedRow>(ofPeriod, [generation, ...period, ...position])
  return tx.rows<RankedRow>(ofPieces, [generation, ...endsOf(pieces), ...position])
}

/** How many referrers are ranked, counted up to a limit. */
export async function countReferrers(
  tx: TenantTx,
  generation: number,
  rank: Rank,
  pieces: readonly RankPiece[],
  most: number | null,
): Promise<number> {
  const { countOfPeriod, countOfPieces } = statements[rank]
  const period = onePeriodOf(pieces)
  const [row] =
    period === null
      ? await tx.rows<{ total: number }>(countOfPieces, [generation, ...endsOf(pieces), most])
      : await tx.rows<{ total: number }>(countOfPeriod, [generation, ...period, most])
  return row?.total ?? 0
}

/** A single day, or all time, in which a referrer has one row; null for more. */
function onePeriodOf(pieces: readonly RankPiece[]): readonly [period: string, start: string] | null {
  const [piece] = pieces
  if (pieces.length !== 1 || piece === undefined || piece.from !== piece.to) return null
  return [piece.period, piece.from]
}

function endsOf(pieces: readonly RankPiece[]): readonly (readonly string[])[] {
  return [pieces.map((it) => it.period), pieces.map((it) => it.from), pieces.map((it) => it.to)]
}

const figures = statement(
  'statistic_referrer.figures',
  `
select asked.user_id, sum(p.clicks)::int8 as clicks, sum(p.visitors)::int8 as visitors,
  sum(p.attributed)::int8 as attributed, sum(p.converted)::int8 as converted, sum(p.ended)::int8 as ended
from unnest($3::uuid[]) as asked(user_id)
cross join unnest($4::text[], $5::text[], $6::text[]) as piece(period, first, last)
cross join lateral (
  select x.clicks, x.visitors, x.attributed, x.converted, x.ended
  from statistic_referrer x
  where x.tenant_id = $1
    and x.generation = $2
    and x.user_id = asked.user_id
    and x.period = piece.period
    and x.start between piece.first and piece.last
) as p
group by asked.user_id`,
)

export type ReferrerFigureRow = Omit<ReferrerCountRow, 'period' | 'start'>

/** All figures of some referrers. */
export function loadReferrerFigures(
  tx: TenantTx,
  generation: number,
  users: readonly UserKey[],
  pieces: readonly RankPiece[],
): Promise<ReferrerFigureRow[]> {
  return tx.rows<ReferrerFigureRow>(figures, [generation, users, ...endsOf(pieces)])
}

const names = statement(
  'account_user.of_statistics',
  `
select asked.id, a.external_id as "accountId", p.external_id as "userId", p.code as "referralCode",
  p.first_name as "firstName", p.last_name as "lastName"
from unnest($2::uuid[]) as asked(id)
${leftJoinByKey('account_user p', 'id', 'asked.id')}
${leftJoinByKey('account a', 'id', 'p.account_id')}`,
)

/** The merchant's IDs of a referrer, and their name; null when there is no such person any more. */
export type ReferrerNameRow = {
  readonly id: UserKey
  readonly accountId: AccountId | null
  readonly userId: UserId | null
  readonly referralCode: ReferralCode | null
  readonly firstName: string | null
  readonly lastName: string | null
}

export function loadReferrerNames(tx: TenantTx, users: readonly UserKey[]): Promise<ReferrerNameRow[]> {
  return tx.rows<ReferrerNameRow>(names, [users])
}
