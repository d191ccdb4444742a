import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '#src/console/errorLog.ts';
import { FaultView } from '#src/screens/errors/ErrorScreens.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Keeps a screen that throws from taking the shell and the other pages with it. */
export class FaultBoundary extends Component<Props, { readonly fault: unknown }> {
  override state = { fault: null as unknown };

  static getDerivedStateFromError(fault: unknown): { fault: unknown } {
    return { fault: fault ?? new Error('unknown') };
  }

  override componentDidCatch(fault: unknown, { componentStack }: ErrorInfo): void {
    logError(fault, `react${componentStack ?? ''}`.slice(0, 500));
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return <FaultView fault={this.state.fault} onRetry={() => this.setState({ fault: null })} />;
  }
}
