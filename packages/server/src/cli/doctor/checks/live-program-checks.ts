import type { UnsignedConversions } from '@goodword/domain/program/program'
import { scopes } from '@goodword/domain/staff/scope'
import type { TenantId } from '@goodword/domain/values/ids'
import { DEMO_MERCHANT } from '../../../administration/demo/ensure-demo.ts'
import { listKeys } from '../../../administration/keys/list-keys.ts'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../frame/context.ts'
import type { FullSettings } from '../../../frame/program/program-of.ts'
import { readProgram } from '../../../frame/program/read-program.ts'
import { type ListedTenant, listTenants } from '../../../frame/rows/tenants.ts'
import { areIdsCountable } from '../../../referring/accounts/are-ids-countable.ts'
import type { Check } from '../check.ts'

type LiveProgram = {
  readonly alias: TenantId
  readonly settings: FullSettings
  readonly hasCountableIds: boolean
}

/** Looks at every program that real customers meet; the schema must be up to date. */
export async function checkLivePrograms(ctx: Context, config: Config): Promise<readonly Check[]> {
  const enabled = (await listTenants(ctx.db)).filter((it) => it.enabled)
  const programs: LiveProgram[] = []
  const endless: string[] = []
  for (const { alias } of enabled.filter((it) => it.mode === 'live' && it.merchant !== DEMO_MERCHANT)) {
    const settings = await readProgram(ctx, alias)
    if (settings.active)
      programs.push({ alias, settings, hasCountableIds: await areIdsCountable(ctx, alias) })
    endless.push(...(await endlessKeys(ctx, alias)))
  }
  return [
    checkDemo(config, enabled),
    checkPrograms(programs),
    checkLandingPages(programs),
    checkUnsigned(programs),
    checkAccountIds(programs),
    checkReferrerNames(programs),
    adviseSigning(programs),
    adviseExpiry(endless),
  ]
}

function checkDemo({ demo, storage }: Config, enabled: readonly ListedTenant[]): Check {
  const name = 'demo merchant'
  if (demo !== 'off' && storage.kind === 'embedded') {
    const message = `DEMO is ${demo}: each start creates the demo merchant and starts the example shop. Set it to off.`
    return { name, ok: false, message }
  }
  const found = enabled.filter((it) => it.merchant === DEMO_MERCHANT).map((it) => it.alias)
  if (found.length === 0) return { name, ok: true, message: 'There is no demo merchant.' }
  const commands = found.map((alias) => `"goodword-server tenant disable ${alias} --yes"`).join(' and ')
  return { name, ok: false, message: `The demo merchant is enabled. Run ${commands}.` }
}

function checkPrograms(programs: readonly LiveProgram[]): Check {
  const ok = programs.length > 0
  const message = ok
    ? `Live and active: ${aliasesOf(programs)}.`
    : 'No live program is active. Create one with "goodword-server tenant create", or set "active" with "goodword-server program set".'
  return { name: 'live programs', ok, message }
}

function checkLandingPages(programs: readonly LiveProgram[]): Check {
  const name = 'landing pages'
  const faulty = programs.filter(({ settings }) => settings.landingPage?.startsWith('https://') !== true)
  if (faulty.length === 0)
    return { name, ok: true, message: 'All live programs have a landing page with https.' }
  const message = `These programs have no landing page with https as the target of share links: ${aliasesOf(faulty)}. Set "landingPage" with "goodword-server program set".`
  return { name, ok: false, message }
}

function checkUnsigned(programs: readonly LiveProgram[]): Check {
  const name = 'unsigned conversions'
  const faulty = programs.filter(
    ({ settings }) => !settings.requireSignedIdentification && !isBounded(settings.unsignedConversions),
  )
  if (faulty.length === 0) {
    return {
      name,
      ok: true,
      message: 'Payments reported by unsigned browser calls are limited in all live programs.',
    }
  }
  const message = `Anyone can report payments without a signature and earn rewards in these programs: ${aliasesOf(faulty)}. Set "requireSignedIdentification" to true, or "unsignedConversions" to the mode limit (of ${MAX_UNSIGNED} at most), hold or ignore.`
  return { name, ok: false, message }
}

/** More unconfirmed conversions per referrer than this do not prevent fraud. */
const MAX_UNSIGNED = 100

function isBounded({ mode, limit }: UnsignedConversions): boolean {
  return mode === 'hold' || mode === 'ignore' || (mode === 'limit' && limit <= MAX_UNSIGNED)
}

/** Who can guess the next account id can name a code for it by an unsigned call before the merchant's server creates it. */
function checkAccountIds(programs: readonly LiveProgram[]): Check {
  const name = 'account ids'
  const faulty = programs.filter((it) => it.hasCountableIds && !it.settings.requireSignedIdentification)
  if (faulty.length === 0) {
    const message = 'No live program has account ids that can be counted and accepts unsigned browser calls.'
    return { name, ok: true, message }
  }
  const message = `The account ids of these programs can be counted, so strangers can guess the next ones and refer them to themselves by unsigned browser calls: ${aliasesOf(faulty)}. Sign on your server and set "requireSignedIdentification" to true, or use ids that cannot be guessed.`
  return { name, ok: false, message }
}

/** An unsigned call gets the code of any user that it names, and the code gets the name. */
function checkReferrerNames(programs: readonly LiveProgram[]): Check {
  const name = 'names of referrers'
  const open = programs.filter(
    ({ settings }) => settings.showReferrerName && !settings.requireSignedIdentification,
  )
  if (open.length === 0) {
    const message = 'No live program shows names of referrers and accepts unsigned browser calls.'
    return { name, ok: true, message }
  }
  const remedy =
    'Set "showReferrerName" to false, or sign on your server and set "requireSignedIdentification" to true.'
  const countable = open.filter((it) => it.hasCountableIds)
  if (countable.length > 0) {
    const message = `Strangers can read the first names and last initials of all users of these programs by counting account ids in unsigned browser calls: ${aliasesOf(countable)}. ${remedy}`
    return { name, ok: false, message }
  }
  const message = `Anyone who knows the IDs of a user of these programs reads the first name and last initial by unsigned browser calls: ${aliasesOf(open)}. ${remedy}`
  return { name, ok: true, advice: true, message }
}

function adviseSigning(programs: readonly LiveProgram[]): Check {
  const name = 'signed identification'
  const without = programs.filter(({ settings }) => !settings.requireSignedIdentification)
  if (without.length === 0) return { name, ok: true, message: 'All live programs require it.' }
  const message = `These programs accept unsigned browser calls: ${aliasesOf(without)}. Sign on your server, then set "requireSignedIdentification" to true.`
  return { name, ok: true, advice: true, message }
}

function adviseExpiry(endless: readonly string[]): Check {
  const name = 'API keys'
  if (endless.length === 0) return { name, ok: true, message: 'No key has all scopes without an expiry.' }
  const shown = endless.slice(0, MAX_NAMED).join(', ') + (endless.length > MAX_NAMED ? ', …' : '')
  const message = `These keys have all scopes and never expire: ${shown}. Create keys with fewer scopes or an expiry with "goodword-server key create", then revoke these.`
  return { name, ok: true, advice: true, message }
}

async function endlessKeys(ctx: Context, alias: TenantId): Promise<readonly string[]> {
  const { keys } = await listKeys(ctx, alias)
  return keys
    .filter((it) => it.dateRevoked === null && it.dateExpires === null)
    .filter((it) => scopes.every((scope) => it.scopes.includes(scope)))
    .map((it) => `${it.keyId} of ${alias}`)
}

const MAX_NAMED = 5

function aliasesOf(programs: readonly LiveProgram[]): string {
  const named = programs.slice(0, MAX_NAMED).map((it) => it.alias)
  return named.join(', ') + (programs.length > MAX_NAMED ? ', …' : '')
}
