import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useDeferredValue, useState } from 'react'
import { operationQuery } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Picker } from '../../components/fields/combobox.tsx'
import { personName } from '../../format/person-name.ts'
import { AccountName } from './account-link.tsx'

type AccountFilterProps = {
  /** The role of the account whose entries are listed: "Referrer". */
  readonly label: string
  /** Shown while no account is chosen: "Any referrer". */
  readonly empty: string
  readonly accountId: string | undefined
  readonly onChange: (accountId: string | undefined) => void
}

/** A filter by person or account: found by name, e-mail address, code, account ID or customer ID. */
export function AccountFilter({ label, empty, accountId, onChange }: AccountFilterProps) {
  return (
    <Picker
      label={label}
      hasHiddenLabel
      shown={
        <span className="truncate">
          {accountId === undefined ? empty : <AccountName accountId={accountId} />}
        </span>
      }
      look="w-80 max-w-[calc(100vw-2rem)]"
    >
      {(close) => (
        <Finder
          label={label}
          empty={empty}
          isChosen={accountId !== undefined}
          onChoose={(next) => {
            onChange(next)
            close()
          }}
        />
      )}
    </Picker>
  )
}

type FinderProps = {
  readonly label: string
  readonly empty: string
  readonly isChosen: boolean
  readonly onChoose: (accountId: string | undefined) => void
}

const MAX_SHOWN = 8

function Finder({ label, empty, isChosen, onChoose }: FinderProps) {
  const tenantAlias = useTenantAlias()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const asked = { query: { query, limit: MAX_SHOWN } }
  const options = { enabled: query !== '', placeholderData: keepPreviousData }
  const users = useQuery({ ...operationQuery(tenantAlias, 'listUsers', asked), ...options })
  const accounts = useQuery({ ...operationQuery(tenantAlias, 'listAccounts', asked), ...options })
  const isRead = users.data !== undefined && accounts.data !== undefined
  return (
    <Command label={label} shouldFilter={false}>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Name, e-mail, code or ID …"
        className="control mb-1"
      />
      <Command.List className="max-h-64 overflow-y-auto">
        {query === '' ? (
          isChosen && (
            <Command.Item value="all" onSelect={() => onChoose(undefined)} className="menu-item">
              {empty}
            </Command.Item>
          )
        ) : (
          <>
            {isRead && <Command.Empty className="px-2.5 py-2 text-soft">No one was found.</Command.Empty>}
            {(users.data?.users ?? []).map((it) => (
              <Entry
                key={`${it.accountId} ${it.id}`}
                value={`${it.accountId} ${it.id}`}
                name={personName(it)}
                hint={it.email ?? it.accountId}
                onSelect={() => onChoose(it.accountId)}
              />
            ))}
            {(accounts.data?.accounts ?? []).map((it) => (
              <Entry
                key={it.id}
                value={`account ${it.id}`}
                name={`Account ${it.id}`}
                hint={it.user === null ? it.paymentProviderId : personName(it.user)}
                onSelect={() => onChoose(it.id)}
              />
            ))}
          </>
        )}
      </Command.List>
    </Command>
  )
}

type EntryProps = {
  readonly value: string
  readonly name: string
  readonly hint: string | null
  readonly onSelect: () => void
}

function Entry({ value, name, hint, onSelect }: EntryProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className="menu-item">
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {hint !== null && <span className="max-w-40 truncate text-xs text-soft">{hint}</span>}
    </Command.Item>
  )
}
