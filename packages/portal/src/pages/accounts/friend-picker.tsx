import type { User } from '@goodword/client'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { personName } from '../../format/person-name.ts'

const SHOWN = 5

type FriendPickerProps = {
  readonly friend: User | null
  readonly onChoose: (friend: User | null) => void
}

/** Finds one participant by the beginning of a name, an address, an ID or a code. */
export function FriendPicker({ friend, onChoose }: FriendPickerProps) {
  const [query, setQuery] = useState('')
  const found = useOperation('listUsers', { query: { query, limit: SHOWN } }, { enabled: query !== '' })
  if (friend !== null) {
    return (
      <div className="card flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <PersonLines user={friend} />
        <Button onClick={() => onChoose(null)}>Choose another</Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        name="referredAccountId"
        label="Find the friend by name, e-mail, ID or code"
        value={query}
        onChange={setQuery}
      />
      {found.isError && <ErrorState error={found.error} onRetry={found.refetch} />}
      {query !== '' && found.data !== undefined && (
        <ul aria-label="Friends found" className="flex flex-col divide-y divide-line">
          {found.data.users.length === 0 && <li className="py-2 text-soft">No one was found.</li>}
          {found.data.users.map((it) => (
            <li
              key={`${it.accountId} ${it.id}`}
              className="flex flex-wrap items-center justify-between gap-2 py-2"
            >
              <PersonLines user={it} />
              <Button onClick={() => onChoose(it)}>
                Choose<span className="sr-only"> {personName(it)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PersonLines({ user }: { readonly user: User }) {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">{personName(user)}</p>
      <p className="text-xs break-all text-soft">
        {user.email === null ? '' : `${user.email} · `}Account {user.accountId}
      </p>
    </div>
  )
}
