import type { FileChange } from './plan.ts'
import type { Project } from './project.ts'

const FILE = '.env.example'

/** The variables that the file lacks, with address and alias of the profile, and never a key. */
export function environmentChange(
  project: Project,
  variables: Readonly<Record<string, string>>,
  { url, tenantAlias }: { readonly url: string; readonly tenantAlias: string },
): readonly FileChange[] {
  const names = Object.keys(variables)
  if (names.length === 0) return []
  const isOnServer = names.includes('GOODWORD_API_KEY')
  const all = isOnServer ? ['GOODWORD_URL', 'GOODWORD_TENANT', ...names] : names
  const before = project.read(FILE)
  const missing = all.filter(
    (name) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(before ?? ''),
  )
  if (missing.length === 0) return []
  const lines = missing.map((name) => {
    if (name.endsWith('GOODWORD_URL')) return `${name}=${url}`
    return name.endsWith('GOODWORD_TENANT') ? `${name}=${tenantAlias}` : `${name}=`
  })
  const start = before === null || before === '' ? '' : `${before.trimEnd()}\n\n`
  return [{ path: FILE, before, after: `${start}# Goodword\n${lines.join('\n')}\n` }]
}
