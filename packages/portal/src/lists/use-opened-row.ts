import { useNavigate, useSearch } from '@tanstack/react-router'

/** The row of a list whose drawer is open, by its ID in the address: `const [rewardId, open] = useOpenedRow('reward')`. */
export function useOpenedRow(name: 'reward' | 'entry' | 'delivery' | 'notification') {
  const navigate = useNavigate()
  const opened = useSearch({ strict: false, select: (it) => it[name] })
  const open = (id: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [name]: id }) })
  return [opened, open] as const
}
