import { Type } from 'typebox'

export const LegacyClients = Type.Boolean({
  description:
    'Whether programs and pages that were written for SaaSquatch may call this program by the paths that they know. The guide “Moving clients” has the list.',
})
