import type { Label } from '#domain/kernel/label.ts';

/** Said where no time is chosen. */
export const monthAlone: Label = ['未选时间, 只统计本月({from} 起)', 'No time chosen: this month (since {from}) alone'];
