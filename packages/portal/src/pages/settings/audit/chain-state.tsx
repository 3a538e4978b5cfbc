import { useOperation } from '../../../api/use-operation.ts'
import { CopyField } from '../../../components/copy-field.tsx'
import { Section } from '../../../components/page.tsx'

/** The hash of the newest entry, by which later changes of the log can be found. */
export function ChainState() {
  const newest = useOperation('listAuditEntries', { query: { limit: 1 } })
  const entry = newest.data?.entries[0]
  if (entry === undefined || entry.hash === null) return null
  return (
    <Section title="Newest hash">
      <div className="flex max-w-3xl flex-col gap-3">
        <p className="text-soft">
          Entries can only be added. Each one has a hash over its content and the hash of the entry before it,
          so that a changed or removed entry shows. Note this hash at a place outside of this service: with it
          your operator can prove later (<code>audit verify</code>) that nothing up to entry{' '}
          {entry.sequence?.toLocaleString()} was changed.
        </p>
        <CopyField label="Number and hash" value={`${entry.sequence ?? ''}:${entry.hash}`} hasHiddenLabel />
      </div>
    </Section>
  )
}
