import { emptyDataset, fillFriends, fillReferrers, settle } from './fill.ts'
import { readUsers } from './sample-users.ts'
import type { Dataset, LoadedTenant, Tenant } from './tenants.ts'

/** How much each tenant holds before it is measured. */
export type Fullness = {
  readonly referrers: number
  readonly friends: number
  /** Every so many-th friend is the popular referrer's. */
  readonly popularEvery?: number
}

/** The maximum of people that requests go round among. */
const MAX_PEOPLE = 50_000
const MANY = 1000
const POPULAR = { letter: 'popular', from: 1, count: 1 }

/** Empties the database and fills each tenant with the requested number of rows. */
export async function loadTenants(
  dataset: Dataset,
  tenants: readonly Tenant[],
  { referrers, friends, popularEvery }: Fullness,
  onFilled: (friends: number) => void,
): Promise<Dataset> {
  const { owner } = dataset
  await emptyDataset(owner)
  const loaded: LoadedTenant[] = []
  for (const tenant of tenants) {
    const { id } = tenant
    await fillReferrers(owner, id, { letter: 'r', from: 1, count: referrers })
    await fillReferrers(owner, id, POPULAR)
    // The tables' statistics are older than their deletion: an unknown tenant is planned for as empty.
    if (referrers > MANY) await owner.query('analyze account, account_user')
    const users = await readUsers(owner, id, spread('r', referrers))
    const [popular] = await readUsers(owner, id, ['popular1'])
    const ofPopular =
      popular === undefined || popularEvery === undefined
        ? {}
        : { popular: { user: popular, every: popularEvery } }
    const named = { letter: 'f', from: 1, count: friends }
    await fillFriends(owner, id, named, { referrers: users, isLoaded: true, onFilled, ...ofPopular })
    if (friends > MANY) await owner.query('analyze account, account_user')
    loaded.push({ ...tenant, referrers: users, friends: await readUsers(owner, id, spread('f', friends)) })
  }
  await settle(owner)
  return { ...dataset, tenants: loaded }
}

/** The dataset with the popular referrer as the only one in requests. */
export async function aroundThePopular(dataset: Dataset): Promise<Dataset> {
  const tenants = dataset.tenants.map(async (tenant): Promise<LoadedTenant> => {
    const referrers = await readUsers(dataset.owner, tenant.id, ['popular1'])
    return { ...tenant, referrers, friends: referrers }
  })
  return { ...dataset, tenants: await Promise.all(tenants) }
}

/** The names of accounts at even distances. */
function spread(letter: string, count: number): string[] {
  const step = Math.max(1, count / MAX_PEOPLE)
  return Array.from(
    { length: Math.min(count, MAX_PEOPLE) },
    (_, index) => `${letter}${1 + Math.floor(index * step)}`,
  )
}
