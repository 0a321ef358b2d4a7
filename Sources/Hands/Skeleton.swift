/// Pairs of landmarks that a drawing joins. They form the palm and the five fingers.
public enum Skeleton {
  /// The 21 lines, each as the joints at its ends.
  public static let bones: [(Joint, Joint)] = [
    (.wrist, .thumbCMC), (.thumbCMC, .thumbMCP), (.thumbMCP, .thumbIP), (.thumbIP, .thumbTip),
    (.wrist, .indexMCP), (.indexMCP, .indexPIP), (.indexPIP, .indexDIP), (.indexDIP, .indexTip),
    (.indexMCP, .middleMCP), (.middleMCP, .middlePIP), (.middlePIP, .middleDIP), (.middleDIP, .middleTip),
    (.middleMCP, .ringMCP), (.ringMCP, .ringPIP), (.ringPIP, .ringDIP), (.ringDIP, .ringTip),
    (.ringMCP, .littleMCP), (.wrist, .littleMCP), (.littleMCP, .littlePIP), (.littlePIP, .littleDIP),
    (.littleDIP, .littleTip),
  ]
}
