import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { Dataset } from '../dataset/tenants.ts'
import type { Scenario } from './scenario.ts'
import { inTurn, turnOf } from './turn-of.ts'

/** The user agent of most visitors. */
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const MANY = 10_000

/** Clicks on the share link of one person, each recorded. */
export const shareLinkOneCode = shareLinkOf('share-link-one-code', 1)

/** Clicks on the share links of many people, each recorded. */
export const shareLinkManyCodes = shareLinkOf('share-link-many-codes', MANY)

function shareLinkOf(name: Scenario['name'], codes: number): Scenario {
  return {
    name,
    aimPerSecond: 20_000,
    answer: '3xx',
    async prepare({ tenants }, count) {
      const paths = tenants.map((tenant) => pathsOf(tenant, codes))
      const headers = { 'User-Agent': BROWSER, 'Sec-Fetch-Dest': 'document' }
      return inTurn(paths, count, (own, round) => wireRequest('GET', turnOf(own, round), { headers }))
    },
    ceiling: { kind: 'redirect' },
  }
}

function pathsOf({ id, referrers, friends }: Dataset['tenants'][number], codes: number): readonly string[] {
  return [...referrers, ...friends].slice(0, codes).map(({ code }) => `/r/${id}/${code}?via=email`)
}
