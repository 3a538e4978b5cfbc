/** An account's notifications, oldest first. */
export function journalOf<N>({
  notifications,
}: {
  readonly notifications: ReadonlyMap<string, N>
}): readonly N[] {
  return Array.from(notifications.values())
}
