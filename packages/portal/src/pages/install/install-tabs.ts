export const installTabs = ['script', 'authorize', 'keys', 'notifications'] as const
