import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

/** Opens the home page of a program after a sign-in; what an earlier session has read is forgotten. */
export function useArrive(): (answer: { readonly tenantAlias: string }) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return ({ tenantAlias }) => {
    queries.clear()
    void navigate({ to: '/$tenantAlias/home', params: { tenantAlias }, replace: true })
  }
}
