import { Lock } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

/** `<NoPermission roles="owners and admins">Webhooks send data to other systems.</NoPermission>`: instead of what the role may not see. */
export function NoPermission({ roles, children }: { readonly roles: string; readonly children: string }) {
  return (
    <EmptyState icon={<Lock />} title={`Only ${roles} see this`}>
      {children} Ask an owner of your team if you need it.
    </EmptyState>
  )
}
