'use client'

import { type GoodwordOptions, useGoodword } from '@goodword/react'

type ReferralsProps = Pick<GoodwordOptions, 'url' | 'tenantAlias' | 'user'>

/** On every page, in the layout: it stays mounted while the visitor goes from page to page. */
export function Referrals(options: ReferralsProps) {
  const token = () => fetch('/goodword-token').then((it) => (it.ok ? it.text() : null))
  useGoodword({ ...options, token })
  return null
}
