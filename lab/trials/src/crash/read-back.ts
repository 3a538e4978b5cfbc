import { setTimeout as pause } from 'node:timers/promises'
import type { Tenant } from '../laboratory/processes/goodword.ts'
import { accountEffects } from './effects.ts'
import type { Answer, Effect } from './write.ts'

const AT_ONCE = 12
const ATTEMPTS = 20

/** The facts that the API returns for these accounts, as the same sentences as those of acknowledged writes. */
export async function readBack(
  url: string,
  tenant: Tenant,
  accounts: readonly string[],
): Promise<ReadonlySet<Effect>> {
  const effects = new Set<Effect>()
  const left = [...accounts]
  const read = async () => {
    for (let account = left.pop(); account !== undefined; account = left.pop()) {
      const answer = await get(url, tenant, `/account/${account}`)
      for (const effect of accountEffects(answer)) effects.add(effect)
      const { rewards } = await get(url, tenant, `/rewards?accountId=${account}&limit=100`)
      for (const effect of manualRewardEffects(account, rewards)) effects.add(effect)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
  return effects
}

function manualRewardEffects(account: string, rewards: unknown): readonly Effect[] {
  return [rewards].flat().flatMap((it) => {
    const { rewardSource, credit, dateCancelled } = Object(it)
    if (rewardSource !== 'MANUAL') return []
    const manualReward = `gift ${account} ${credit}`
    return dateCancelled === null ? [manualReward] : [manualReward, `gift taken back ${account} ${credit}`]
  })
}

async function get(url: string, { alias, apiKey }: Tenant, path: string): Promise<Answer> {
  const authorization = `Basic ${btoa(`${apiKey}:`)}`
  const send = () => fetch(`${url}/api/v1/${alias}${path}`, { headers: { authorization } })
  let answer = await send()
  // PostgreSQL has just been restarted, and a busy machine takes long over so many requests at once.
  for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await answer.body?.cancel()
    await pause(Number(answer.headers.get('retry-after')) * 1000)
    answer = await send()
  }
  if (answer.status === 404) return { id: null, rewards: [] }
  if (!answer.ok) throw new Error(`GET ${path} is ${answer.status}`)
  return JSON.parse(await answer.text())
}
