import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { withDefaults } from '../frame/with-defaults.ts'

/** A page for referrers is off until a merchant turns it on: it sends e-mails on request. */
export const hostedPageDefaults = { enabled: false, joinByEmail: false } as const

const fields = {
  enabled: Type.Boolean({
    description:
      'Whether the program has a page at `/p/{tenantAlias}`, where people sign in by a link that is sent to their e-mail address. Needs `emails`.',
  }),
  joinByEmail: Type.Boolean({
    description:
      'Whether an address that no user has becomes a user of a new account when its link is used. Otherwise such an address gets no e-mail.',
  }),
}

const about = { description: 'A page of their own for referrers.' }

export const HostedPage = Type.Object(fields, { title: 'HostedPage', ...about })
export type HostedPage = ShapeOf<typeof HostedPage>

export const HostedPageSetting = Type.Object(withDefaults(fields, hostedPageDefaults), {
  title: 'HostedPageSetting',
  ...about,
})
