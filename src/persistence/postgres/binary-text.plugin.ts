import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/** Makes every text column of a migration compare byte by byte, as on SQLite, whatever the server's locale is. */
export class BinaryTextPlugin implements KyselyPlugin {
  private readonly transformer = new TextColumns();

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformer.transformNode(node);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

class TextColumns extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { dataType } = node;
    const isText = DataTypeNode.is(dataType) && dataType.dataType === 'text';
    return super.transformColumnDefinition(
      isText ? { ...node, dataType: RawNode.createWithSql('text collate "C"') } : node,
    );
  }
}
