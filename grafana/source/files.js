export const fileOf = board => new URL(`../dashboards/${board.uid.replace('testbed-', '')}.json`, import.meta.url);

export const textOf = board => JSON.stringify(board, null, 2) + '\n';
