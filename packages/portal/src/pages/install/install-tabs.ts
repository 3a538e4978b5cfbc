export const installTabs = ['script', 'assistant', 'authorize', 'keys', 'notifications'] as const
