import type { UserSummary } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { classes } from '../../components/classes.ts'
import { accountName } from '../../format/person-name.ts'

type AccountLinkProps = {
  readonly accountId: string
  /** The user who is meant, or the first one of the account; null before one is identified. */
  readonly user: UserSummary | null
  readonly look?: keyof typeof looks
}

const looks = {
  cell: 'text-link hover:underline',
  title: 'font-medium hover:underline',
  /** A link within a sentence, where color alone would not tell it apart. */
  text: 'underline decoration-strong-line underline-offset-2 hover:decoration-current',
} as const

/** `<AccountLink accountId={reward.accountId} user={reward.user} />`: the name of who is meant, which leads to their page. */
export function AccountLink({ accountId, user, look: kind = 'cell' }: AccountLinkProps) {
  const tenantAlias = useTenantAlias()
  const look = classes('wrap-anywhere', looks[kind])
  const name = accountName(accountId, user)
  if (user === null) {
    return (
      <Link to="/$tenantAlias/accounts/$accountId" params={{ tenantAlias, accountId }} className={look}>
        {name}
      </Link>
    )
  }
  return (
    <Link
      to="/$tenantAlias/users/$accountId/$userId"
      params={{ tenantAlias, accountId, userId: user.id }}
      className={look}
    >
      {name}
    </Link>
  )
}

/** `<AccountName accountId={id} />`: what an account is called, where only its ID is known. */
export function AccountName({ accountId }: { readonly accountId: string }) {
  const users = useOperation('listUsers', { query: { accountId, order: 'OLDEST', limit: 1 } })
  return <>{accountName(accountId, users.data?.users[0] ?? null)}</>
}
