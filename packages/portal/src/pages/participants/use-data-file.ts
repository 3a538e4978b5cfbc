import type { User } from '@goodword/client'
import { useState } from 'react'
import { callOperation } from '../../api/client.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'
import { saveFile } from '../../components/save-file.ts'

/** All pages of what is stored about a person, saved as one JSON file by the browser. */
export function useDataFile({ accountId, id: userId }: User) {
  const tenantAlias = useTenantAlias()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function load(): Promise<readonly unknown[]> {
    const pages: unknown[] = []
    let cursor: string | null = null
    do {
      const query: { readonly readable: 'true'; readonly cursor?: string } = {
        readable: 'true',
        ...(cursor === null ? {} : { cursor }),
      }
      const page = await withSignIn(() =>
        callOperation(tenantAlias, 'readUserData', { params: { accountId, userId }, query }),
      )
      pages.push(page)
      cursor = page.nextCursor
    } while (cursor !== null)
    return pages
  }

  async function save(): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      saveFile(`data-of-${userId}.json`, 'application/json', JSON.stringify(await load(), null, 2))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, error, save: () => void save() }
}
