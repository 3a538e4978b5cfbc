import { isErasedId } from '@goodword/domain/values/erased-id'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowLeftRight, Building2, FlaskConical, LogOut, Repeat2, User } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { operationQuery } from '../../api/use-operation.ts'
import { accountName, personName } from '../../format/person-name.ts'
import { type Tenant, tenantsOf, useRole, useSession, useSignOut } from '../../session/use-session.ts'
import { openSections } from '../navigation.ts'
import { useGoToProgram } from '../program-switch.tsx'
import { paletteField } from './palette-field.tsx'
import { paletteFit } from './palette-filter.ts'

type PaletteProps = {
  readonly tenant: Tenant
  readonly section: string
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onClose: () => void
}

/** The field of the palette and what fits. */
export function CommandPalette({ tenant, section, typed, onType, onClose }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState('')
  const navigate = useNavigate()
  const goTo = useGoToProgram(section)
  const signOut = useSignOut()
  const { merchants } = useSession()
  const role = useRole()
  // It takes the place of the field that was there while the palette was loaded.
  useLayoutEffect(() => {
    const { current: input } = field
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  const then = (work: () => unknown) => () => {
    onClose()
    work()
  }
  const others = tenantsOf(merchants).filter((it) => it.alias !== tenant.alias)
  return (
    <Command
      label="Command palette"
      filter={paletteFit}
      value={chosen}
      onValueChange={setChosen}
      loop
      className="flex max-h-[min(28rem,76dvh)] flex-col"
    >
      <Command.Input ref={field} {...paletteField} value={typed} onValueChange={onType} />
      <Command.List className="overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-soft">Nothing was found.</Command.Empty>
        <Found tenant={tenant} typed={typed} then={then} onFound={setChosen} />
        <Group heading="Pages">
          {openSections(role).map(({ name, label, icon: Icon, key }) => (
            <Item
              key={name}
              value={`page ${label}`}
              icon={<Icon />}
              label={label}
              hint={`G ${key.toUpperCase()}`}
              onSelect={then(() => navigate({ to: `/${tenant.alias}/${name}` as string }))}
            />
          ))}
        </Group>
        <Group heading="Programs">
          {others.map(({ alias, programName, mode, merchant }) => (
            <Item
              key={alias}
              value={`program ${merchant.name} ${programName} ${mode} ${alias}`}
              icon={mode === 'test' ? <FlaskConical /> : <ArrowLeftRight />}
              label={`Switch to ${programName}`}
              hint={mode === 'test' ? 'Test' : 'Live'}
              onSelect={then(() => goTo(alias))}
            />
          ))}
        </Group>
        <Group heading="You">
          <Item
            value="your account password passkeys sessions"
            icon={<User />}
            label="Your account"
            onSelect={then(() => navigate({ to: '/account' }))}
          />
          <Item value="sign out" icon={<LogOut />} label="Sign out" onSelect={then(signOut)} />
        </Group>
      </Command.List>
    </Command>
  )
}

type FoundProps = {
  readonly tenant: Tenant
  readonly typed: string
  readonly then: (work: () => unknown) => () => void
  /** Called with the first entry, which Enter opens then. */
  readonly onFound: (value: string) => void
}

/** People and accounts that begin so, and the referral with the ID that was typed. */
function Found({ tenant, typed, then, onFound }: FoundProps) {
  const navigate = useNavigate()
  const query = useDeferredValue(typed.trim())
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(query)
  const users = useQuery({
    ...operationQuery(tenant.alias, 'listUsers', { query: { query, limit: 5 } }),
    enabled: query.length >= 2,
  })
  const accounts = useQuery({
    ...operationQuery(tenant.alias, 'listAccounts', { query: { query, limit: 5 } }),
    enabled: query.length >= 2,
  })
  const referral = useQuery({
    ...operationQuery(tenant.alias, 'readReferral', { params: { referralId: query } }),
    enabled: isId,
  })
  const [firstUser] = users.data?.users ?? []
  const [firstAccount] = accounts.data?.accounts ?? []
  const firstValue =
    firstUser !== undefined
      ? `${query} ${firstUser.accountId} ${firstUser.id}`
      : firstAccount !== undefined
        ? accountValue(query, firstAccount.id)
        : null
  useEffect(() => {
    if (firstValue !== null) onFound(firstValue)
  }, [firstValue, onFound])
  const openUser = (accountId: string, userId: string) =>
    navigate({
      to: '/$tenantAlias/users/$accountId/$userId',
      params: { tenantAlias: tenant.alias, accountId, userId },
    })
  const openAccount = (accountId: string) =>
    navigate({
      to: '/$tenantAlias/accounts/$accountId',
      params: { tenantAlias: tenant.alias, accountId },
    })
  const openReferral = (referralId: string) =>
    navigate({
      to: '/$tenantAlias/referrals/$referralId',
      params: { tenantAlias: tenant.alias, referralId },
    })
  if (query.length < 2) return null
  return (
    <Group heading="Found">
      {isId && referral.data !== undefined && (
        <Item
          value={`${query} referral`}
          icon={<Repeat2 />}
          label={`${personName(referral.data.referrerUser)} → ${accountName(referral.data.referredAccountId, referral.data.referredUser)}`}
          hint="Referral"
          onSelect={then(() => openReferral(query))}
        />
      )}
      {(users.data?.users ?? []).map((user) => (
        <Item
          key={`${user.accountId} ${user.id}`}
          // The service decides what fits; the palette must not leave it out again.
          value={`${query} ${user.accountId} ${user.id}`}
          icon={<User />}
          label={personName(user)}
          hint={user.email ?? user.referralCode}
          onSelect={then(() => openUser(user.accountId, user.id))}
        />
      ))}
      {(accounts.data?.accounts ?? []).map((account) => (
        <Item
          key={account.id}
          value={accountValue(query, account.id)}
          icon={<Building2 />}
          label={isErasedId(account.id) ? 'Erased account' : `Account ${account.id}`}
          hint={account.user === null ? (account.paymentProviderId ?? undefined) : personName(account.user)}
          onSelect={then(() => openAccount(account.id))}
        />
      ))}
    </Group>
  )
}

/** The service decides what fits; the palette must not leave it out again. */
function accountValue(query: string, accountId: string): string {
  return `${query} account ${accountId}`
}

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-soft"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = {
  readonly value: string
  readonly icon: ReactNode
  readonly label: string
  readonly hint?: string | undefined
  readonly onSelect: () => void
}

function Item({ value, icon, label, hint, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="menu-item py-2 [&_svg]:size-4 [&_svg]:text-soft"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint !== undefined && <span className="max-w-48 truncate text-xs text-soft">{hint}</span>}
    </Command.Item>
  )
}
