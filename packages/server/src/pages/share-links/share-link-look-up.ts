import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import { wordsOfPart } from '@goodword/contract/words/own-words'
import { landingAddress, withParameter } from '@goodword/domain/hosts/share-link'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { readCode } from '@goodword/domain/referrals/typed-code'
import { mayBeFormerCode, readUsedCode } from '@goodword/domain/referrals/used-code'
import { isTenantAlias, type TenantId, type UserKey } from '@goodword/domain/values/ids'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { StaleIfErrorCache, type StaleIfErrorCacheOptions } from '../../engine/caches/stale-if-error-cache.ts'
import type { Context } from '../../frame/context.ts'
import { type Limits, noLimits } from '../../frame/http/limits/limits.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { findEnabledTenant } from '../../frame/tenants/find-caller.ts'
import { type CodeLookUp, lookUpCode, NOBODYS_CODE } from '../../referring/codes/look-up-codes.ts'
import { presentCode } from '../../referring/codes/present-code.ts'
import { legacyCookie } from '../../referring/share-links/legacy-cookie.ts'

/** The target of a share link. */
export type ShareLink =
  | WorkingLink
  | { readonly kind: 'notReady'; readonly texts: WidgetTexts }
  /** The code is unknown, or not active any more. */
  | {
      readonly kind: 'unknown'
      readonly fallbackPage: string | null
      /** Where the person can go on without a code; null while the program has no page. */
      readonly landingPage: string | null
      readonly texts: WidgetTexts
    }

export type WorkingLink = {
  readonly kind: 'works'
  readonly tenantId: TenantId
  /** Who shares it. */
  readonly owner: UserKey
  readonly code: ReferralCode
  readonly landingPage: string
  /** The target without parameters of the visitor. */
  readonly address: string
  /** The app in the Play Store that people on Android are led to; null for none. */
  readonly playStorePackage: string | null
  /** The coupon pages that the program adds to those of the service. */
  readonly couponSites: readonly string[]
}

/** Finds the target of a share link by the alias and the code in its path. */
export type FindLink = (alias: string, code: string) => ShareLink | Promise<ShareLink>

const DAY_MS = 86_400_000
/** How long a cached result may be used while the database is unavailable. */
const MAX_AGE_MS = 5000
const REFRESH_AFTER_MS = 4000
/** How long recently followed links work while the database is unavailable. */
const LASTING_MS = 3_600_000
/** How long a visitor waits for a refresh; then the cached target is used. */
const TIMEOUT_MS = 250
const MAX_ENTRIES = 50_000
const MAX_PREVIEWS = 1000
const MAX_FORMER_CODES = 10_000
const MAX_MISSES = 500

const nowhere: ShareLink = { kind: 'unknown', fallbackPage: null, landingPage: null, texts: {} }

/** Looks links up, with a cache. */
export function linkFinder(
  ctx: Context,
  { run }: Pick<Limits, 'run'> = noLimits,
  timeoutMs = TIMEOUT_MS,
): FindLink {
  const isMiss = ({ kind }: ShareLink) => kind === 'unknown'
  const options = { run, timeoutMs, maxEntries: MAX_ENTRIES, isMiss }
  return codeFinder(ctx, options, nowhere, (tenantId, code) => linkOf(ctx, tenantId, code))
}

/** The data of a share link's preview. */
export type PreviewedLink = {
  readonly settings: FullSettings
  /** False for an unknown code, whose preview is that of the program. */
  readonly isActive: boolean
  /** First name and last initial; null if the program hides it, and for texts that are not written like a name. */
  readonly referrerName: PresentableName | null
}

/** Finds what the preview of a share link is made of; null where there is no program that works. */
export type FindPreview = (
  alias: string,
  code: string,
) => PreviewedLink | null | Promise<PreviewedLink | null>

/** Looks up what previews are made of. Their settings are large, and crawlers few. */
export function previewFinder(
  ctx: Context,
  { run }: Pick<Limits, 'run'>,
  timeoutMs = TIMEOUT_MS,
): FindPreview {
  const isMiss = (it: PreviewedLink | null) => it?.isActive !== true
  const options = { run, timeoutMs, maxEntries: MAX_PREVIEWS, isMiss }
  return codeFinder(ctx, options, null, (_, code) => previewOf(code))
}

type FinderOptions<Value> = Pick<Limits, 'run'> &
  Pick<StaleIfErrorCacheOptions<Value>, 'timeoutMs' | 'maxEntries' | 'isMiss'>

function codeFinder<Value>(
  ctx: Context,
  { run, ...options }: FinderOptions<Value>,
  withoutProgram: Value,
  found: (tenantId: TenantId, code: CodeLookUp) => Value,
): (alias: string, code: string) => Value | Promise<Value> {
  const values = new StaleIfErrorCache<Value>({
    maxAgeMs: MAX_AGE_MS,
    refreshAfterMs: REFRESH_AFTER_MS,
    lastingMs: LASTING_MS,
    maxMisses: MAX_MISSES,
    ...options,
  })

  async function lookUp(alias: string, code: ReferralCode): Promise<Value> {
    const tenant = await findEnabledTenant(ctx, alias)
    if (tenant === null) return withoutProgram
    const { tenantId } = tenant
    return found(tenantId, await run(tenant, 'tracking', () => lookUpCode(ctx, tenantId, code)))
  }

  const formers = formerCodeFinder(ctx, { run, ...options })

  return (alias, text) => {
    if (!isTenantAlias(alias)) return withoutProgram
    // An invalid code is treated as an unknown one: both lead to the fallback page.
    const code = readCode(text) ?? NOBODYS_CODE
    const find = (it: ReferralCode) => values.get(`${alias}/${it}`, ctx.clock.now(), () => lookUp(alias, it))
    const findFormer = async (otherwise: () => Value | Promise<Value>) => {
      const former = await formers(alias, text)
      return former === null || former === code ? otherwise() : find(former)
    }
    if (code !== text) return findFormer(() => find(code))
    // A code in its canonical spelling is its owner's, whatever it was under an earlier product.
    const found = find(code)
    const orFormer = (it: Value) => (options.isMiss(it) ? findFormer(() => it) : it)
    return found instanceof Promise ? found.then(orFormer) : orFormer(found)
  }
}

/** Finds the code that a former code leads to; null for none, and while the database does not answer. */
function formerCodeFinder(
  ctx: Context,
  { run, timeoutMs }: Pick<Limits, 'run'> & { readonly timeoutMs: number },
): (alias: string, text: string) => Promise<ReferralCode | null> {
  const codes = new StaleIfErrorCache<ReferralCode | null>({
    maxAgeMs: MAX_AGE_MS,
    refreshAfterMs: REFRESH_AFTER_MS,
    lastingMs: LASTING_MS,
    maxMisses: MAX_MISSES,
    maxEntries: MAX_FORMER_CODES,
    timeoutMs,
    isMiss: (it) => it === null,
  })

  async function lookUp(alias: string, text: string): Promise<ReferralCode | null> {
    const tenant = await findEnabledTenant(ctx, alias)
    if (tenant === null) return null
    return run(tenant, 'tracking', () => presentCode(ctx, tenant.tenantId, readUsedCode(text)))
  }

  return async (alias, text) => {
    if (!mayBeFormerCode(text)) return null
    try {
      return await codes.get(`${alias}/${text}`, ctx.clock.now(), () => lookUp(alias, text))
    } catch {
      // A link in another case is often kept under its code: that look-up says what cannot be answered.
      return null
    }
  }
}

function previewOf(found: CodeLookUp): PreviewedLink | null {
  const { settings, fault } = found
  if (settings.landingPage === null) return null
  if (fault !== null) return { settings, isActive: false, referrerName: null }
  return {
    settings,
    isActive: true,
    referrerName: settings.showReferrerName ? found.code.referrerName : null,
  }
}

function linkOf(ctx: Context, tenantId: TenantId, found: CodeLookUp): ShareLink {
  const { fallbackPage, landingPage: ownPage, apps, couponSites } = found.settings
  // Many are kept, so that of the texts they have only the words of the page that says so.
  const texts = () => wordsOfPart('pages', found.settings.texts)
  if (found.fault !== null) return { kind: 'unknown', fallbackPage, landingPage: ownPage, texts: texts() }
  if (ownPage === null) return { kind: 'notReady', texts: texts() }
  const { owner, code } = found.code
  const landingPage = landingPageFor(ctx, tenantId, code, ownPage, found.settings)
  const address = landingAddress(landingPage, code, [])
  const playStorePackage = apps?.playStorePackage ?? null
  return { kind: 'works', tenantId, owner, code, landingPage, address, playStorePackage, couponSites }
}

/** The landing page; for pages with the script of a former service it brings the cookie along that this script stores. */
function landingPageFor(
  { baseUrl, clock }: Context,
  tenantId: TenantId,
  code: ReferralCode,
  landingPage: string,
  { legacyClients, consentMode, cookieDays }: FullSettings,
): string {
  // The former script asks for no consent.
  if (!legacyClients || consentMode !== 'granted') return landingPage
  const expiresAt = clock.now() + cookieDays * DAY_MS
  return withParameter(landingPage, '_saasquatch', legacyCookie({ baseUrl, tenantId, code, expiresAt }))
}
