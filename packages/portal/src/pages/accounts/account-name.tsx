import { useOperation } from '../../api/use-operation.ts'
import { accountName } from '../../format/person-name.ts'

/** `<AccountName accountId={id} />`: what an account is called, where only its ID is known. */
export function AccountName({ accountId }: { readonly accountId: string }) {
  const users = useOperation('listUsers', { query: { accountId, order: 'OLDEST', limit: 1 } })
  return <>{accountName(accountId, users.data?.users[0] ?? null)}</>
}
